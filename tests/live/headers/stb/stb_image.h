// Go leaves folders named `vendor` out of modules, and with them the picture decoder that Ollama's runner includes.
// A text model never decodes a picture, so this one refuses them all.
#include <cstdarg>
#include <cstring>

static unsigned char * stbi_load_from_memory(const unsigned char *, int, int *, int *, int *, int) { return nullptr; }
static void stbi_image_free(void *) {}
