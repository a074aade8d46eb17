/** Values by key. A key that has none left is forgotten. */
export class Groups<K, V> {
  readonly #sets = new Map<K, Set<V>>();

  get size(): number {
    return this.#sets.size;
  }

  add(key: K, value: V): void {
    const others = this.#sets.get(key);
    if (others === undefined) this.#sets.set(key, new Set([value]));
    else others.add(value);
  }

  remove(key: K, value: V): void {
    const others = this.#sets.get(key);
    others?.delete(value);
    if (others?.size === 0) this.#sets.delete(key);
  }

  /** Live: may change while it is gone through. */
  of(key: K): Iterable<V> {
    return this.#sets.get(key) ?? [];
  }

  countOf(key: K): number {
    return this.#sets.get(key)?.size ?? 0;
  }
}
