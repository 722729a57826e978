/** Returns a function that computes a value once for each text. The cache lives as long as that function, within one call. */
export function memoize<Value>(work: (text: string) => Value): (text: string) => Value {
  const cache = new Map<string, Value>();
  return (text) => {
    let value = cache.get(text);
    if (value === undefined) cache.set(text, (value = work(text)));
    return value;
  };
}
