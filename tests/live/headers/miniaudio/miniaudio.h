// Go leaves folders named `vendor` out of modules, and with them the sound decoder that Ollama's runner includes.
// A text model never decodes a sound, so this one refuses them all.
#include <cstddef>

typedef int ma_result;
typedef unsigned long long ma_uint64;
enum { MA_SUCCESS = 0, MA_ERROR = -1 };
enum { ma_format_f32 = 5 };
struct ma_decoder_config {};
struct ma_decoder {};
static ma_decoder_config ma_decoder_config_init(int, int, int) { return {}; }
static ma_result ma_decoder_init_memory(const void *, size_t, const ma_decoder_config *, ma_decoder *) { return MA_ERROR; }
static ma_result ma_decoder_get_length_in_pcm_frames(ma_decoder *, ma_uint64 *) { return MA_ERROR; }
static ma_result ma_decoder_read_pcm_frames(ma_decoder *, void *, ma_uint64, ma_uint64 *) { return MA_ERROR; }
static void ma_decoder_uninit(ma_decoder *) {}
