/** The same ids with one of them moved up or down; unchanged at the ends. */
export function movedInOrder(ids: readonly string[], id: string, by: 1 | -1): string[] {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** Rules in an unsaved order; rules that were added since are at the end, removed ones are left out. */
export function applyOrder<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[] | null): Row[] {
  if (ids === null) return [...rows]
  const place = new Map(ids.map((id, index) => [id, index]))
  return rows.toSorted((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length))
}

export const isSameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])
