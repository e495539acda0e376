/** A key or table of a TOML text and the line where it stands. Array elements have a number in their path. */
export type TomlKey = { readonly path: readonly (string | number)[]; readonly line: number };

const MAX_DEPTH = 24;
const BARE = /[A-Za-z0-9_-]/;

/** Finds every key by reading, not by validating: any text gives a list, broken lines are passed over. */
export const scanTomlKeys = (text: string): readonly TomlKey[] => new TomlScanner(text).scan();

/** The line of a key, of the first thing inside it, or of the nearest table around it. */
export const lineOfTomlKey = (keys: readonly TomlKey[], path: readonly (string | number)[]): number => {
  const shared = (key: TomlKey): number => {
    let count = 0;
    while (count < path.length && key.path[count] === path[count]) count += 1;
    return count;
  };
  let best: { readonly line: number; readonly length: number } = { line: 1, length: 0 };
  for (const key of keys) {
    const length = shared(key);
    const comparable = length === path.length || length === key.path.length;
    if (comparable && length > best.length) best = { line: key.line, length };
  }
  return best.line;
};

/** Holds the position; nothing outlives `scan`. */
class TomlScanner {
  readonly #text: string;
  readonly #keys: TomlKey[] = [];
  readonly #arrays = new Map<string, number>();
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): readonly TomlKey[] {
    let table: readonly (string | number)[] = [];
    for (this.#skipBlank(true); this.#at < this.#text.length; this.#skipBlank(true)) {
      if (this.#peek() === '[') table = this.#header();
      else this.#pair(table, 0);
      this.#skipLine();
    }
    return this.#keys;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #step(count = 1): void {
    for (let done = 0; done < count && this.#at < this.#text.length; done += 1) {
      if (this.#text[this.#at] === '\n') this.#line += 1;
      this.#at += 1;
    }
  }

  #skipBlank(newlines: boolean): void {
    for (;;) {
      const char = this.#peek();
      if (char === '#') while (this.#peek() !== '\n' && this.#at < this.#text.length) this.#at += 1;
      else if (
        char === ' ' ||
        char === '\t' ||
        char === '\r' ||
        char === '\uFEFF' ||
        (newlines && char === '\n')
      )
        this.#step();
      else return;
    }
  }

  #skipLine(): void {
    while (this.#at < this.#text.length && this.#peek() !== '\n') this.#at += 1;
  }

  #header(): readonly (string | number)[] {
    const line = this.#line;
    const isArray = this.#text.startsWith('[[', this.#at);
    this.#step(isArray ? 2 : 1);
    const path = this.#inArrays(this.#key());
    if (path.length === 0) return [];
    const name = JSON.stringify(path);
    if (isArray) this.#arrays.set(name, (this.#arrays.get(name) ?? -1) + 1);
    const full = isArray ? [...path, this.#arrays.get(name)!] : path;
    this.#keys.push({ path: full, line });
    return full;
  }

  /** `[a.b]` after `[[a]]` means the last element of a. */
  #inArrays(parts: readonly string[]): readonly (string | number)[] {
    const path: (string | number)[] = [];
    for (const [index, part] of parts.entries()) {
      path.push(part);
      const element = this.#arrays.get(JSON.stringify(path));
      if (element !== undefined && index < parts.length - 1) path.push(element);
    }
    return path;
  }

  #pair(table: readonly (string | number)[], depth: number): void {
    const line = this.#line;
    const parts = this.#key();
    if (parts.length === 0) return;
    const path = [...table, ...parts];
    this.#keys.push({ path, line });
    this.#skipBlank(false);
    if (this.#peek() !== '=') return;
    this.#step();
    this.#skipBlank(false);
    this.#value(path, depth);
  }

  #key(): string[] {
    const parts: string[] = [];
    for (;;) {
      this.#skipBlank(false);
      const part = this.#keyPart();
      if (part === null || parts.length >= MAX_DEPTH) return parts;
      parts.push(part);
      this.#skipBlank(false);
      if (this.#peek() !== '.') return parts;
      this.#step();
    }
  }

  #keyPart(): string | null {
    const quote = this.#peek();
    if (quote === '"' || quote === "'") return this.#string();
    const start = this.#at;
    while (BARE.test(this.#peek())) this.#at += 1;
    return this.#at > start ? this.#text.slice(start, this.#at) : null;
  }

  #value(path: readonly (string | number)[], depth: number): void {
    const char = this.#peek();
    if (char === '"' || char === "'") this.#string();
    else if (char === '[' && depth < MAX_DEPTH) this.#array(path, depth + 1);
    else if (char === '{' && depth < MAX_DEPTH) this.#inlineTable(path, depth + 1);
    else while (this.#at < this.#text.length && !',]}#\n'.includes(this.#peek())) this.#at += 1;
  }

  #array(path: readonly (string | number)[], depth: number): void {
    this.#step();
    for (let index = 0; ; index += 1) {
      this.#skipBlank(true);
      if (this.#peek() === ']' || this.#peek() === '') return this.#step();
      const element = [...path, index];
      this.#keys.push({ path: element, line: this.#line });
      const start = this.#at;
      this.#value(element, depth);
      this.#skipBlank(true);
      if (this.#peek() === ',') this.#step();
      else if (this.#peek() === ']') continue;
      else if (this.#at === start) return;
    }
  }

  #inlineTable(path: readonly (string | number)[], depth: number): void {
    this.#step();
    for (;;) {
      this.#skipBlank(true);
      if (this.#peek() === '}' || this.#peek() === '') return this.#step();
      const start = this.#at;
      this.#pair(path, depth);
      this.#skipBlank(true);
      if (this.#peek() === ',') this.#step();
      else if (this.#peek() !== '}' && this.#at === start) return;
    }
  }

  #string(): string {
    const quote = this.#peek();
    const long = this.#text.startsWith(quote.repeat(3), this.#at);
    const closing = long ? quote.repeat(3) : quote;
    this.#step(closing.length);
    let value = '';
    while (this.#at < this.#text.length && !this.#text.startsWith(closing, this.#at)) {
      if (!long && this.#peek() === '\n') return value;
      if (quote === '"' && this.#peek() === '\\') this.#step();
      value += this.#peek();
      this.#step();
    }
    this.#step(closing.length);
    if (long) while (this.#peek() === quote) this.#step();
    return value;
  }
}
