/**
 * Keys for a list whose values should be unique and sometimes are not: a value keeps its key when others are added or
 * removed.
 */
export function stableKeys(values: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return values.map(value => {
    const count = seen.get(value) ?? 0
    seen.set(value, count + 1)
    return count === 0 ? value : `${value} #${count}`
  })
}
