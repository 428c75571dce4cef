import type { Values } from './m4.ts'

/**
 * Caches what is derived from the values of a series for as long as they are in use: a chart of 50,000 points is
 * rendered again by every change around it, and its values are read once.
 */
export function cachedByValues<Result>(derive: (values: Values) => Result): (values: Values) => Result {
  const results = new WeakMap<Values, { result: Result }>()
  return values => {
    const cached = results.get(values) ?? { result: derive(values) }
    results.set(values, cached)
    return cached.result
  }
}
