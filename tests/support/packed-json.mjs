// JSON with as many items on a line as fit, for data that a program writes.
const WIDTH = 160;

/** Writes a value as JSON: whole on a line if it fits, otherwise its items one level deeper, as many on a line as fit. */
export function packJson(value, indent = "") {
  const whole = JSON.stringify(value);
  if (indent.length + whole.length <= WIDTH || typeof value !== "object" || value === null) return whole;
  const isArray = Array.isArray(value);
  const inner = `${indent} `;
  const lines = [""];
  for (const [key, item] of Object.entries(value)) {
    const text = (isArray ? "" : `${JSON.stringify(key)}: `) + packJson(item, inner);
    const last = lines.length - 1;
    const joined = lines[last] === "" ? text : `${lines[last]}, ${text}`;
    if (joined.includes("\n") || inner.length + joined.length >= WIDTH) lines.push(text);
    else lines[last] = joined;
  }
  const [open, close] = isArray ? "[]" : "{}";
  return `${open}\n${inner}${lines.filter((line) => line !== "").join(`,\n${inner}`)}\n${indent}${close}`;
}
