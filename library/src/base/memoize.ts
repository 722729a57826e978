/** Returns a function that computes a value once for each text. Create it within a call, so that the cache does not outlive the call. */
export function memoize<Value>(work: (text: string) => Value): (text: string) => Value {
  const cache = new Map<string, Value>();
  return (text) => {
    let value = cache.get(text);
    if (value === undefined) cache.set(text, (value = work(text)));
    return value;
  };
}
