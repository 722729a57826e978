/** Makes a function that works once for each text, for as long as it is itself kept: one call's own texts, no others. */
export function memo<Value>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = work(text)));
    return value;
  };
}
