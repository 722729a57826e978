// How often a text can be decoded, as `countLayers` of engines/record.mjs counts it.
import { fault, run } from "./areas";
import { hexValue, NONE } from "./escape";

// The stack has what can still be part of an escape: PERCENT_SYMBOL, or a digit after one. An entry is a byte with its layer, if that is 0 or 1, or
// with MORE after four bytes of it. A character of layer k was at least 2 * k + 1 bytes, so that the stack is never longer than the text.
const PERCENT_SYMBOL: i32 = 16;
const ONE: u32 = 0x40;
const MORE: u32 = 0x80;

/** The entry that was taken last. */
let symbol: i32 = 0;
let layer: u32 = 0;

/** Takes the entry before `top`, and returns where it begins. */
function take(top: usize): usize {
  const tag = <u32>load<u8>(top - 1);
  symbol = <i32>(tag & 31);
  layer = tag & MORE ? load<u32>(top - 5) : tag / ONE;
  return top - (tag & MORE ? 5 : 1);
}

function readSymbol(byte: u32): i32 {
  return byte == 0x25 ? PERCENT_SYMBOL : hexValue(byte);
}

function countRange(from: usize, to: usize, at: usize, _flags: i32): usize {
  let top = at;
  let most: u32 = 0;
  for (let i = from; i < to; i++) {
    let last = readSymbol(load<u8>(i));
    let depth: u32 = 0;
    while (<u32>last < <u32>PERCENT_SYMBOL) {
      const below = top == at ? <usize>0 : take(top);
      if (below == 0) last = NONE;
      if (below == 0 || symbol == PERCENT_SYMBOL) break;
      last |= symbol << 4;
      depth = max(depth, layer);
      top = take(below);
      last = readSymbol(last);
      depth = max(depth, layer) + 1;
      most = max(most, depth);
    }
    if (depth > 1) {
      store<u32>(top, depth);
      top += 4;
    }
    store<u8>(top++, <u32>last | (depth > 1 ? MORE : depth * ONE));
    if (last == NONE) top = at;
  }
  fault(0, from + most, 0);
  return at;
}

/** Counts the layers of each row of a batch; see `run`. */
export function layers(rows: u32, flags: i32, start: i64): i32 {
  return run(rows, flags, start, 1, countRange);
}
