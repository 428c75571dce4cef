import { childPath, kindOf } from '../json-viewer/json-nodes.ts'

export interface RecordChange {
  /** Path of the field: `user.email`, `lines[0].sku`. */
  path: string
  kind: 'added' | 'removed' | 'changed' | 'equal'
  before?: string
  after?: string
}

const written = (value: unknown) =>
  value === undefined ? '' : typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
const isBranch = (value: unknown) => {
  const kind = kindOf(value)
  return kind === 'object' || kind === 'array'
}
const entriesOf = (value: unknown): [string | number, unknown][] =>
  Array.isArray(value) ? value.map((entry, i) => [i, entry]) : Object.entries((value ?? {}) as object)
const sizeOf = (value: unknown) => entriesOf(value).length

/** Differences field by field, in the order of the newer record; removed fields are at the end of their parent. */
export function recordDiff(before: unknown, after: unknown): RecordChange[] {
  const found: RecordChange[] = []
  const missing = Symbol('missing')
  type Entry = { path: string; was: unknown; is: unknown }
  const stack: Entry[] = [{ path: '', was: before, is: after }]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { path, was, is } = entry
    const whole = was === missing ? is : was
    const other = is === missing ? was : is
    const deep =
      isBranch(whole) && isBranch(other) && kindOf(whole) === kindOf(other) && (sizeOf(whole) > 0 || sizeOf(other) > 0)
    if (deep) {
      const old = new Map(was === missing ? [] : entriesOf(was))
      const fresh = new Map(is === missing ? [] : entriesOf(is))
      const keys = [...fresh.keys(), ...[...old.keys()].filter(key => !fresh.has(key))]
      for (const key of keys.reverse())
        stack.push({
          path: childPath(path, key),
          was: old.has(key) ? old.get(key) : missing,
          is: fresh.has(key) ? fresh.get(key) : missing,
        })
      continue
    }
    if (path === '' && was === undefined && is === undefined) continue
    if (was === missing) found.push({ path, kind: 'added', after: written(is) })
    else if (is === missing) found.push({ path, kind: 'removed', before: written(was) })
    else
      found.push({
        path,
        kind: kindOf(was) === kindOf(is) && written(was) === written(is) ? 'equal' : 'changed',
        before: written(was),
        after: written(is),
      })
  }
  return found
}
