"""One module a format, `parse(path, content, options) -> Parsed`; the file's name is the format's."""
