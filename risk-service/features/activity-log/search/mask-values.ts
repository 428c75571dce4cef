import { personalFieldOf } from '../../../contract/common/personal-data.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members of a condition with what a field is compared with. */
const comparedNames: ReadonlySet<string> = new Set(['value', 'values', 'from', 'to'])

/** The name of the personal data that a condition compares; null for other objects. */
function comparedName({ column, field }: Row): string | null {
  const path = column ?? field
  return typeof path === 'string' && personalFieldOf(path) !== null ? path.slice(path.lastIndexOf('.') + 1) : null
}

/**
 * Masks the values of an entry that no name of a member makes known: those of a support list, and those that conditions
 * compare with a field.
 */
export function maskValues<Entry extends { before: unknown; after: unknown }>(
  entry: Entry,
  resource: { type: string; id: string },
  masking: Masking,
): Entry {
  if (masking.kinds.size === 0) return entry
  const list = resource.type === 'SupportList' ? resource.id : null
  const mask = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mask)
    if (!isRow(value)) return value
    if (list !== null && 'value' in value) {
      const { list: _list, ...shown } = masking.apply({ ...value, list })
      return shown
    }
    const name = comparedName(value)
    return Object.fromEntries(
      Object.entries(value).map(([member, each]) => [
        member,
        name !== null && comparedNames.has(member) ? masking.apply({ [name]: each })[name] : mask(each),
      ]),
    )
  }
  return { ...entry, before: mask(entry.before), after: mask(entry.after) }
}
