/** The places of the pairs of each name. A random prefix of the keys prevents hash flooding. */
export class NameIndex {
  readonly #prefix = Math.random().toString(36);
  /** A place, or an array of them if the name occurs more than once. */
  readonly #places = new Map<string, number | number[]>();

  /** @param flat names and values alternately; undefined in place of deleted pairs */
  constructor(flat: readonly (string | undefined)[]) {
    for (let k = 0; k < flat.length; k += 2) {
      const name = flat[k];
      if (name !== undefined) this.add(name, k / 2);
    }
  }

  /** Returns the places of a name, in order. */
  find(name: string): readonly number[] {
    const places = this.#places.get(this.#prefix + name) ?? [];
    return typeof places === "number" ? [places] : places;
  }

  /** Adds a place after the others of its name. */
  add(name: string, place: number): void {
    const key = this.#prefix + name;
    const places = this.#places.get(key);
    if (places === undefined) this.#places.set(key, place);
    else if (typeof places === "number") this.#places.set(key, [places, place]);
    else places.push(place);
  }

  /** Replaces the places of a name. */
  replace(name: string, places: number[]): void {
    if (places.length > 0) this.#places.set(this.#prefix + name, places);
    else this.#places.delete(this.#prefix + name);
  }
}
