/** A browser's storage for tests in Node. */
export class MemoryStorage {
  readonly #values = new Map<string, string>()
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, String(value))
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    this.#values.delete(key)
    Reflect.deleteProperty(this, key)
  }
  clear(): void {
    for (const key of [...this.#values.keys()]) this.removeItem(key)
  }
  get size(): number {
    return this.#values.size
  }
}
