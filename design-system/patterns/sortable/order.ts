/** The same ids with one of them at another position; the list itself when nothing changes. */
export function moveId(ids: readonly string[], id: string, to: number): readonly string[] {
  const from = ids.indexOf(id)
  const at = Math.max(0, Math.min(ids.length - 1, to))
  if (from < 0 || from === at) return ids
  return ids.toSpliced(from, 1).toSpliced(at, 0, id)
}

/** Target index of an entry for a key; undefined for keys that move nothing. */
export function targetIndexOfKey(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return from - 1
    case 'ArrowDown':
      return from + 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
