/**
 * Caches results by value: for those that cost more than a look-up and recur (domains, browsers, phones). The oldest
 * half is dropped when the cache is full, so that a flood of new values costs no more than computing them.
 */
export function memoise<Value extends object | null>(
  compute: (text: string) => Value,
  most = 4096,
): (text: string) => Value {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  return text => {
    let value = young.get(text)
    if (value !== undefined) return value
    value = old.get(text)
    if (value === undefined) value = compute(text)
    if (young.size >= most / 2) {
      old = young
      young = new Map()
    }
    young.set(text, value)
    return value
  }
}
