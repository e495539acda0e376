/** Keeps at most `capacity` entries. */
export class Cache {
  #entries = new Map();

  constructor(capacity) {
    this.capacity = capacity;
  }

  get(key) {
    return this.#entries.get(key);
  }

  set(key, value) {
    this.#entries.set(key, value);
    if (this.#entries.size > this.capacity) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest);
    }
  }

  get size() {
    return this.#entries.size;
  }
}
