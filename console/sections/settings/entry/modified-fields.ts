const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two values of JSON are equal; the order of names is none of their content. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isEqual(value, b[index]))
  if (!isRecord(a) || !isRecord(b)) return a === b
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every(name => name in b && isEqual(a[name], b[name]))
}

/** What differs of two snapshots: records without their equal members, at every depth; lists are whole. */
export function modifiedFields(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!isRecord(before) || !isRecord(after)) return { before, after }
  const pairs = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(name => !(name in before && name in after && isEqual(before[name], after[name])))
    .map(name => [name, modifiedFields(before[name], after[name])] as const)
  const side = (which: 'before' | 'after', source: Record<string, unknown>) =>
    Object.fromEntries(pairs.filter(([name]) => name in source).map(([name, parts]) => [name, parts[which]]))
  return { before: side('before', before), after: side('after', after) }
}

/** Returns a record with its members in the order of another one, and then its own: two texts of them line up. */
export function inOrderOf(value: unknown, other: unknown): unknown {
  if (Array.isArray(value))
    return value.map((each: unknown, index) => inOrderOf(each, Array.isArray(other) ? other[index] : undefined))
  if (!isRecord(value)) return value
  const first = isRecord(other) ? Object.keys(other).filter(name => name in value) : []
  return Object.fromEntries(
    [...new Set([...first, ...Object.keys(value)])].map(name => [
      name,
      inOrderOf(value[name], isRecord(other) ? other[name] : undefined),
    ]),
  )
}

/** A snapshot as the text that is compared; empty where there is none. */
export const snapshotText = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2)

/** The version that a snapshot names; null where its resource has none. */
export function versionOf(value: unknown): number | null {
  const version = isRecord(value) ? value['version'] : undefined
  return typeof version === 'number' ? version : null
}
