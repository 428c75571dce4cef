/**
 * Caches what is derived from data, the values of a series for example, for as long as that is in use: a chart of
 * 50,000 points is rendered again by every change around it, and its values are read once.
 */
export function cachedBySource<Source extends object, Result>(
  derive: (source: Source) => Result,
): (source: Source) => Result {
  const results = new WeakMap<Source, { result: Result }>()
  return source => {
    const cached = results.get(source) ?? { result: derive(source) }
    results.set(source, cached)
    return cached.result
  }
}
