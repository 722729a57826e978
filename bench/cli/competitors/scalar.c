// A table and a loop over blocks, byte by byte: scalar decode|encode < in > out
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 18 };

static unsigned char input[BLOCK], output[3 * BLOCK];
static signed char value[256];
static unsigned char keep[256];

static int write_all(const unsigned char *from, size_t length) {
  while (length > 0) {
    ssize_t written = write(1, from, length);
    if (written < 0) return 1;
    from += written;
    length -= written;
  }
  return 0;
}

/* Returns the number of bytes read; an escape that is cut by the end of the block is left for the next one. */
static size_t decode(size_t length, int last, size_t *written) {
  size_t i = 0, o = 0;
  while (i < length) {
    unsigned char byte = input[i];
    if (byte == '%') {
      if (i + 2 >= length && !last) break;
      if (i + 2 < length && value[input[i + 1]] >= 0 && value[input[i + 2]] >= 0) {
        output[o++] = value[input[i + 1]] << 4 | value[input[i + 2]];
        i += 3;
        continue;
      }
    }
    output[o++] = byte;
    i++;
  }
  *written = o;
  return i;
}

static size_t encode(size_t length, size_t *written) {
  static const char digits[] = "0123456789ABCDEF";
  size_t o = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = input[i];
    if (keep[byte]) {
      output[o++] = byte;
    } else {
      output[o] = '%';
      output[o + 1] = digits[byte >> 4];
      output[o + 2] = digits[byte & 15];
      o += 3;
    }
  }
  *written = o;
  return length;
}

int main(int count, char **words) {
  int decoding = count > 1 && strcmp(words[1], "decode") == 0;
  memset(value, -1, sizeof value);
  for (int digit = 0; digit < 10; digit++) value['0' + digit] = digit;
  for (int digit = 10; digit < 16; digit++) value['A' - 10 + digit] = value['a' - 10 + digit] = digit;
  const char *kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~\n";
  for (; *kept; kept++) keep[(unsigned char)*kept] = 1;

  size_t held = 0;
  for (;;) {
    ssize_t got = read(0, input + held, BLOCK - held);
    if (got < 0) return 1;
    size_t length = held + got, written;
    size_t used = decoding ? decode(length, got == 0, &written) : encode(length, &written);
    if (write_all(output, written)) return 1;
    if (got == 0) return 0;
    held = length - used;
    memmove(input, input + used, held);
  }
}
