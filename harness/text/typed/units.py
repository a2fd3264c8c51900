"""Units: symbols to canonical names, and conversion through pint, loaded the first time two units differ.

Names in several languages come from each `Lexicon`; here are the symbols, which are the same everywhere, and which
units can be compared at all. Canonical names are pint's, so that pint alone knows factors.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

_SYMBOLS = {
    "second": "s", "minute": "min", "hour": "h hr", "millisecond": "ms", "microsecond": "\u03bcs us", "nanosecond": "ns",
    "meter": "m", "kilometer": "km", "centimeter": "cm", "millimeter": "mm", "decimeter": "dm", "micrometer": "\u03bcm um", "nanometer": "nm",
    "inch": "in.", "foot": "ft", "yard": "yd", "mile": "mi",
    "gram": "g gr", "kilogram": "kg Kg KG", "milligram": "mg", "microgram": "\u03bcg ug mcg", "nanogram": "ng", "tonne": "t", "pound": "lb lbs", "ounce": "oz",
    "liter": "l L", "milliliter": "ml mL", "centiliter": "cl cL", "deciliter": "dl dL", "microliter": "\u03bcl \u03bcL", "hectoliter": "hl hL", "gallon": "gal",
    "meter**2": "m^2 m2 sqm qm", "kilometer**2": "km^2 km2", "centimeter**2": "cm^2 cm2", "foot**2": "ft^2 ft2 sqft", "hectare": "ha", "meter**3": "m^3 m3", "centimeter**3": "cm^3 cm3 cc",
    "degC": "\u00b0C", "degF": "\u00b0F", "kelvin": "K \u00b0K", "degree": "\u00b0",
    "byte": "B", "kilobyte": "kB KB", "megabyte": "MB Mo", "gigabyte": "GB Go", "terabyte": "TB To", "petabyte": "PB", "kibibyte": "KiB", "mebibyte": "MiB", "gibibyte": "GiB", "tebibyte": "TiB",
    "bit": "bit", "kilobit": "kbit Kb kb", "megabit": "Mb Mbit", "gigabit": "Gb Gbit", "megabit/second": "Mbps Mb/s Mbit/s", "gigabit/second": "Gbps Gb/s Gbit/s", "kilobit/second": "kbps Kbps", "megabyte/second": "MBps",
    "watt": "W", "kilowatt": "kW", "megawatt": "MW", "gigawatt": "GW", "milliwatt": "mW", "kilowatt_hour": "kWh", "megawatt_hour": "MWh", "watt_hour": "Wh", "milliampere_hour": "mAh", "ampere_hour": "Ah",
    "volt": "V", "millivolt": "mV", "kilovolt": "kV", "ampere": "A", "milliampere": "mA", "ohm": "\u03a9", "hertz": "Hz", "kilohertz": "kHz", "megahertz": "MHz", "gigahertz": "GHz",
    "joule": "J", "kilojoule": "kJ", "megajoule": "MJ", "calorie": "cal", "kilocalorie": "kcal", "pascal": "Pa", "kilopascal": "kPa", "megapascal": "MPa", "hectopascal": "hPa", "bar": "bar", "millibar": "mbar", "mmHg": "mmHg", "pound_force/inch**2": "psi",
    "newton": "N", "kilonewton": "kN", "horsepower": "hp HP", "decibel": "dB", "knot": "kn kt", "mile/hour": "mph", "kilometer/hour": "km/h kph kmh", "meter/second": "m/s",
    "mole": "mol", "millimole": "mmol", "sievert": "Sv", "millisievert": "mSv", "becquerel": "Bq", "dpi": "dpi", "pixel": "px", "rpm": "rpm", "ppm": "ppm", "ppb": "ppb", "international_unit": "IU",
    "%": "%", "permille": "\u2030", "bp": "bps", "pp": "pp",
    "USD": "$ USD US$ U$S", "EUR": "\u20ac EUR", "GBP": "\u00a3 GBP", "JPY": "JPY", "CNY": "CNY RMB", "\u00a5": "\u00a5", "TRY": "\u20ba TRY TL", "INR": "\u20b9 INR Rs", "CHF": "CHF", "KRW": "\u20a9 KRW", "RUB": "\u20bd RUB",
    "CAD": "CAD C$ CA$", "AUD": "AUD A$ AU$", "HKD": "HKD HK$", "MXN": "MXN", "BRL": "BRL R$", "SEK": "SEK", "NOK": "NOK", "DKK": "DKK", "PLN": "PLN", "BTC": "BTC \u20bf", "SGD": "SGD S$", "NZD": "NZD NZ$", "ZAR": "ZAR", "USD/100": "\u00a2",
}  # fmt: skip
SYMBOLS: dict[str, str] = {symbol: unit for unit, spaced in _SYMBOLS.items() for symbol in spaced.split()}
"""Symbol, case and all, to canonical unit."""

_DIMENSIONS = {
    "time": "second minute hour day week month year decade century fortnight millisecond microsecond nanosecond",
    "length": "meter kilometer centimeter millimeter decimeter micrometer nanometer inch foot yard mile nautical_mile",
    "mass": "gram kilogram milligram microgram nanogram tonne ton pound ounce stone",
    "volume": "liter milliliter centiliter deciliter microliter hectoliter gallon pint quart cup tablespoon teaspoon meter**3 centimeter**3",
    "area": "meter**2 kilometer**2 centimeter**2 foot**2 mile**2 hectare acre",
    "temperature": "degC degF kelvin",
    "data": "byte kilobyte megabyte gigabyte terabyte petabyte kibibyte mebibyte gibibyte tebibyte bit kilobit megabit gigabit",
    "power": "watt kilowatt megawatt gigawatt milliwatt horsepower",
    "energy": "joule kilojoule megajoule calorie kilocalorie kilowatt_hour megawatt_hour watt_hour",
    "charge": "milliampere_hour ampere_hour", "voltage": "volt millivolt kilovolt", "current": "ampere milliampere",
    "frequency": "hertz kilohertz megahertz gigahertz", "pressure": "pascal kilopascal megapascal hectopascal bar millibar mmHg pound_force/inch**2",
    "force": "newton kilonewton", "amount": "mole millimole", "dose": "sievert millisievert",
    "length/time": "knot", "share": "% permille", "points": "pp bp",
}  # fmt: skip
_DIMENSION = {unit: dimension for dimension, spaced in _DIMENSIONS.items() for unit in spaced.split()}
_FRACTIONS = {"part": ("%", Decimal(100)), "permille": ("%", Decimal("0.1")), "bp": ("pp", Decimal("0.01"))}
_PRECISION = 12
_CENTS = frozenset({"USD/100", "EUR/100", "MXN/100"})
_HAVE_CENTS = frozenset("USD EUR CAD AUD NZD SGD HKD ZAR MXN".split())
"""Currencies whose hundredth is a cent: the word alone does not say of which."""


@lru_cache(maxsize=4096)
def dimension(unit: str) -> str:
    """Return what a unit measures, e.g. `length/time`; the unit itself where it compares with itself only."""
    known = _DIMENSION.get(unit)
    if known is None and unit.count("/") == 1 and not unit.endswith(("/100", "/10")):
        over, under = unit.split("/")
        if over in _DIMENSION and under in _DIMENSION:
            return f"{_DIMENSION[over]}/{_DIMENSION[under]}"
    return known or unit


def in_base(value: Decimal, unit: str) -> tuple[Decimal, str]:
    """Return a value in the unit that cents, per mille and basis points are fractions of; other units as they are."""
    if unit.endswith("/100"):
        return value / 100, unit[:-4]
    if unit.endswith("/10"):
        return value / 10, unit[:-3]
    if unit in _FRACTIONS:
        base, factor = _FRACTIONS[unit]
        return value * factor, base
    return value, unit


def are_cents(unit: str, other: str) -> bool:
    """Return whether one unit is the cent and the other a currency that has cents."""
    return (unit in _CENTS and other in _HAVE_CENTS) or (other in _CENTS and unit in _HAVE_CENTS)


def convert(value: Decimal, unit: str, to: str) -> Decimal | None:
    """Return `value` of `unit` in the unit `to`, null where they measure different things."""
    cents = are_cents(unit, to)
    value, unit = in_base(value, unit)
    scale, base = in_base(Decimal(1), to)
    if unit == base or cents:
        return value / scale
    if (unit not in _DIMENSION and "/" not in unit) or dimension(unit) != dimension(base):
        return None
    factor, offset = _linear(unit, base)
    return (value * factor + offset) / scale


@lru_cache(maxsize=4096)
def _linear(unit: str, to: str) -> tuple[Decimal, Decimal]:
    """Return the factor and the offset that turn one unit into another (degrees have an offset)."""
    registry = _registry()
    unit, to = (name.replace("decade", "decayear") for name in (unit, to))  # pint's decade is a ratio of frequencies
    at_zero = registry.Quantity(0.0, unit).to(to).magnitude
    at_one = registry.Quantity(1.0, unit).to(to).magnitude
    return _rounded(at_one - at_zero), _rounded(at_zero)


def _rounded(number: float) -> Decimal:
    return Decimal(f"{number:.{_PRECISION}g}")


@cache
def _registry() -> Any:
    # A second to import and build, so that only a text with two units of one kind pays for it.
    import pint  # noqa: PLC0415

    return pint.UnitRegistry(cache_folder=None)
