// The memory of the kernel, its constants and tables, and the writing of selected lanes.

/** For each set of lanes of 8, as bits: the indexes of these lanes, packed to the left. 256 rows of 8. */
export const PACK: usize = 0x1000;
/** For each set of bytes to encode, as bits: the order in which a quad `r0 r1 r2 r3 h0 … h3 l0 … l3 %` is written. 16 rows of 16. */
export const QUAD: usize = 0x1800;
/** The set: 16 bytes, of which bit h of byte l is 1 if the character 16h + l stays; then the flags. */
export const SET: usize = 0x1900;
export const SET_FLAGS: usize = 0x1910;
/** The index after the last byte that a pass wrote. */
export const END: usize = 0x1920;

/** The UTF-16 units of a block of text, or its result. */
export const UNITS: usize = 0x10000;
/** The same text as UTF-8 or Latin-1. */
export const BYTES: usize = 0x20100;
/** The result. */
export const OUT: usize = 0x40000;

// The flags of a set. The first two are for bytes above 7F: they stay, or their character decides.
export const HIGH_STAYS: i32 = 1;
export const HIGH_DECIDES: i32 = 2;
export const SPACE_AS_PLUS: i32 = 4;

// The flags of a decoding.
export const PLUS_AS_SPACE: i32 = 1;
export const KEEP: i32 = 2;

/**
 * The numbers up to 255, as units. Constants are loaded from here once per pass: as v128.const inside a loop they cost 10 to 38 %
 * (docs/decisions.md#kernel).
 */
const NUMBERS: usize = 0x1a00;

/** A number up to 255 in each byte. */
// @ts-ignore: decorator
@inline
export function all8(byte: usize): v128 {
  return v128.load8_splat(NUMBERS + (byte << 1));
}

/** A number up to 255 in each unit of 16 bits. */
// @ts-ignore: decorator
@inline
export function all16(unit: usize): v128 {
  return v128.load16_splat(NUMBERS + (unit << 1));
}

// prettier-ignore
export const HEX: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 65, 66, 67, 68, 69, 70], 16);
// The bit of each high nibble; 0 for bytes above 7F.
export const BIT: usize = memory.data<u8>([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0], 16);
// 16 bytes become 48: `% h l` from pairs `h l` of lanes 0–7, 4–11 and 8–15, with 255 at the places of `%`.
// prettier-ignore
export const SPREAD: usize = memory.data<u8>([
  255, 0, 1, 255, 2, 3, 255, 4, 5, 255, 6, 7, 255, 8, 9, 255,
  2, 3, 255, 4, 5, 255, 6, 7, 255, 8, 9, 255, 10, 11, 255, 12,
  5, 255, 6, 7, 255, 8, 9, 255, 10, 11, 255, 12, 13, 255, 14, 15,
], 16);
// 48 bytes `% h l` become 16: the lanes of `h` in each third, then those of `l` in the last third. In the first two, `l` is the next lane.
// prettier-ignore
export const GATHER: usize = memory.data<u8>([
  1, 4, 7, 10, 13, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  255, 255, 255, 255, 255, 0, 3, 6, 9, 12, 15, 255, 255, 255, 255, 255,
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 5, 8, 11, 14,
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 3, 6, 9, 12, 15,
], 16);

/** Fills the tables, once for each memory. */
function fillTables(): void {
  for (let bits = 0; bits < 256; bits++) {
    store<u16>(NUMBERS + (bits << 1), bits);
    let at = PACK + (bits << 3);
    for (let lane = 0; lane < 8; lane++) if ((bits >> lane) & 1) store<u8>(at++, lane);
  }
  for (let bits = 0; bits < 16; bits++) {
    let at = QUAD + (bits << 4);
    for (let lane = 0; lane < 4; lane++) {
      if ((bits >> lane) & 1) {
        store<u8>(at, 12);
        store<u8>(at + 1, lane + 4);
        store<u8>(at + 2, lane + 8);
        at += 3;
      } else {
        store<u8>(at++, lane);
      }
    }
  }
}

fillTables();

/** Writes those of 16 lanes that stay and returns the index after them. */
// @ts-ignore: decorator
@inline
export function pack(v: v128, stay: i32, o: usize): usize {
  const left = stay & 0xff;
  const right = (stay >> 8) & 0xff;
  v128.store64_lane(o, i8x16.swizzle(v, v128.load64_zero(PACK + (left << 3))), 0);
  o += <usize>popcnt(left);
  const upper = i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  v128.store64_lane(o, i8x16.swizzle(upper, v128.load64_zero(PACK + (right << 3))), 0);
  return o + <usize>popcnt(right);
}
