"""Spanish."""

from harness.text.typed.lexicon import Lexicon, alike, opposed, phrases, table, words

LEXICON = Lexicon(
    code="es",
    decimal_comma=True,
    stop=words(
        "el la los las un una unos unas de del al a y e o u pero es son era eran ser sido fue fueron est\u00e1 est\u00e1n estaba estar ha han hab\u00eda haber hay en con por para "
        "sin sobre entre desde hasta durante tras ante bajo contra seg\u00fan este esta estos estas ese esa esos esas aquel su sus mi mis tu tus nuestro nuestra lo le les "
        "se me te nos que qu\u00e9 quien cual cuales cuando donde c\u00f3mo como si no m\u00e1s menos muy tambi\u00e9n as\u00ed porque ya todo todos toda todas otro otra otros otras cada "
        "puede pueden debe deben tiene tienen hace ser\u00e1 ser\u00e1n solo s\u00f3lo unos cuyo cuya"
    ),
    common=words(
        "nuevo nueva gran grande a\u00f1o a\u00f1os d\u00eda d\u00edas personas varios muchos importante primer primera"
    ),
    cardinals={
        **table(
            "cero uno|un|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince diecis\u00e9is diecisiete dieciocho diecinueve veinte veintiuno|veinti\u00fan|veintiuna "
            "veintid\u00f3s veintitr\u00e9s veinticuatro veinticinco veintis\u00e9is veintisiete veintiocho veintinueve"
        ),
        **table("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10),
        **table(
            "cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas",
            100,
            100,
        ),
        "docena": 12,
    },
    hundreds={},
    scales={
        "mil": 1000,
        "millon": 10**6,
        "millones": 10**6,
        "billon": 10**12,
        "billones": 10**12,
        "millardo": 10**9,
        "millardos": 10**9,
    },
    joiners=frozenset({"y"}),
    ordinals=table(
        "primer|primero|primera segundo|segunda tercer|tercero|tercera cuarto|cuarta quinto|quinta sexto|sexta s\u00e9ptimo|s\u00e9ptima octavo|octava noveno|novena d\u00e9cimo|d\u00e9cima und\u00e9cimo duod\u00e9cimo",
        1,
    ),
    fractions={
        "mitad": (1, 2),
        "medio": (1, 2),
        "media": (1, 2),
        "tercio": (1, 3),
        "tercios": (1, 3),
        "cuartos": (1, 4),
        "quintos": (1, 5),
        "decimos": (1, 10),
    },
    months=table(
        "enero|ene febrero|feb marzo abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept octubre|oct noviembre|nov diciembre|dic",
        1,
    ),
    units=phrases(
        {
            "%": "por ciento; porciento",
            "pp": "puntos porcentuales; punto porcentual",
            "bp": "puntos b\u00e1sicos",
            "permille": "por mil",
            "EUR": "euros; euro",
            "USD": "d\u00f3lares; d\u00f3lar",
            "GBP": "libras esterlinas",
            "MXN": "pesos; peso",
            "EUR/100": "c\u00e9ntimos; centavos",
            "second": "segundos; segundo",
            "minute": "minutos; minuto; min",
            "hour": "horas; hora",
            "day": "d\u00edas; d\u00eda",
            "week": "semanas; semana",
            "month": "meses; mes",
            "year": "a\u00f1os; a\u00f1o",
            "century": "siglos",
            "decade": "d\u00e9cadas; d\u00e9cada",
            "meter": "metros; metro",
            "kilometer": "kil\u00f3metros; kil\u00f3metro",
            "centimeter": "cent\u00edmetros; cent\u00edmetro",
            "millimeter": "mil\u00edmetros",
            "gram": "gramos; gramo",
            "kilogram": "kilogramos; kilogramo; kilos; kilo",
            "milligram": "miligramos; miligramo",
            "tonne": "toneladas; tonelada",
            "liter": "litros; litro",
            "milliliter": "mililitros; mililitro",
            "hectare": "hect\u00e1reas; hect\u00e1rea",
            "meter**2": "metros cuadrados",
            "kilometer**2": "kil\u00f3metros cuadrados",
            "meter**3": "metros c\u00fabicos",
            "degC": "grados celsius; grados cent\u00edgrados",
            "degree": "grados; grado",
            "kilometer/hour": "kil\u00f3metros por hora; km/h",
            "watt": "vatios",
            "kilowatt": "kilovatios",
            "kilowatt_hour": "kilovatios hora",
            "times": "veces; vez",
        }
    ),
    before=phrases(
        {
            ">=": "al menos; por lo menos; como m\u00ednimo; m\u00ednimo; no menos de; un m\u00ednimo de; a partir de",
            "<=": "como m\u00e1ximo; a lo sumo; hasta; no m\u00e1s de; m\u00e1ximo; un m\u00e1ximo de",
            ">": "m\u00e1s de; superior a; m\u00e1s que; mayores de; mayor de; por encima de; superar; supera; superan; supere; exceder; excede; exceda",
            "<": "menos de; inferior a; menores de; menor de; por debajo de",
            "~": "unos; unas; aproximadamente; cerca de; alrededor de; casi; en torno a",
        }
    ),
    after=phrases(
        {
            ">=": "o m\u00e1s; y m\u00e1s; como m\u00ednimo; al menos",
            "<=": "o menos; como m\u00e1ximo",
            "~": "aproximadamente",
        }
    ),
    range_words={"entre": "y", "de": "a", "": "a"},
    negators=words(
        "no nunca jam\u00e1s ning\u00fan ninguna ninguno nada nadie sin ni tampoco imposible fracas\u00f3 neg\u00f3"
    ),
    negated={},
    opposites=opposed(
        [
            "sube subi\u00f3 subieron subir subido aumenta aument\u00f3 aumentaron aumentar creci\u00f3 crece crecieron | baja baj\u00f3 bajaron bajar bajado disminuye disminuy\u00f3 disminuyeron cay\u00f3 cayeron redujo reduce descendi\u00f3",
            "antes | despu\u00e9s tras",
            "incluye incluido incluida incluidos comprende cubre cubierto cubiertos | excluye excluido excluida excluidos",
            "permitido permite permitida permitidos autorizado | prohibido prohibida proh\u00edbe prohibidos",
            "aceptado acepta acept\u00f3 aprobado aprob\u00f3 aprueba | rechazado rechaza rechaz\u00f3 deneg\u00f3",
            "obligatorio obligatoria | opcional voluntario voluntaria",
            "m\u00e1s | menos",
            "abre abierto abierta abrir abri\u00f3 | cierra cerrado cerrada cerrar cerr\u00f3",
            "comienza empieza inicio empez\u00f3 | termina acaba fin termin\u00f3",
            "gana gan\u00f3 | pierde perdi\u00f3",
            "compra compr\u00f3 | vende vendi\u00f3",
            "primer primera primero | \u00faltimo \u00faltima",
            "norte | sur",
            "este | oeste",
            "izquierda | derecha",
            "grande mayor | peque\u00f1o peque\u00f1a menor",
            "alto alta | bajo baja",
            "r\u00e1pido | lento",
            "caliente c\u00e1lido | fr\u00edo fr\u00eda",
            "temprano | tarde",
            "gratis gratuito gratuita gratuitos gratuitamente | cuesta cuestan pagan paga",
            "inquilino inquilinos arrendatario | arrendador propietario",
            "comprador compradores | vendedor vendedores",
            "largo larga | corto corta",
            "mejor | peor",
            "llegada llega | salida sale",
            "antiguo viejo | nuevo nueva",
            "positivo | negativo",
            "simple sencillo sencilla | complejo compleja complicado complicada",
            "bruto bruta brutos | neto neta netos",
            "ni\u00f1o ni\u00f1os menores | adulto adultos",
            "p\u00fablico p\u00fablica p\u00fablicos | privado privada privados",
            "urbano urbana | rural rurales",
            "interno interna | externo externa",
            "frecuente frecuentemente | raro rara raramente",
            "mayor\u00eda | minor\u00eda",
            "lunes | martes | mi\u00e9rcoles | jueves | viernes | s\u00e1bado s\u00e1bados | domingo domingos",
            "manual manualmente | autom\u00e1tico autom\u00e1tica autom\u00e1ticamente",
            "temporal provisional | permanente definitivo definitiva",
            "id\u00e9ntico id\u00e9ntica iguales | diferente distinto distinta var\u00eda var\u00edan",
            "verano | invierno",
            "interior | exterior",
            "f\u00e1cil | dif\u00edcil",
        ]
    ),
    except_words=words("salvo excepto menos"),
    only_words=words("solo s\u00f3lo solamente \u00fanicamente exclusivamente"),
    quantifiers={
        "pocos": 1,
        "pocas": 1,
        "algunos": 2,
        "algunas": 2,
        "varios": 2,
        "varias": 2,
        "muchos": 3,
        "muchas": 3,
        "mayoria": 4,
        "todos": 5,
        "todas": 5,
        "cada": 5,
        "siempre": 5,
        "cualquiera": 5,
    },
    passive=frozenset({"por"}),
    pronouns=words("el ella ellos ellas esto este esta su sus"),
    symmetric=words("y o con"),
    synonyms=alike(
        [
            "mes mensual mensuales mensualmente",
            "a\u00f1o anual anuales anualmente",
            "semana semanal",
            "d\u00eda diario diaria",
            "comprar compr\u00f3 adquirir adquiri\u00f3",
            "empieza comienza inicia",
            "cuesta costo precio coste tarifa",
            "vencer venci\u00f3 vencido derrot\u00f3 derrotado",
        ]
    ),
    obligations={"debe": 2, "deben": 2, "obligatorio": 2, "puede": 0, "pueden": 0, "opcional": 0},
)
