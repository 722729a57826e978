/** Returns a function that computes a value once for each text. Its table lives as long as the function, within one call. */
export function memoize<Value>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = work(text)));
    return value;
  };
}
