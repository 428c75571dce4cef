import {
  type ContrastEntry,
  type ContrastValue,
  hiddenPart,
  personalFieldOf,
  searchLimits,
} from '../../contract/index.ts'
import type { SearchCondition } from '../../contract/search/search.ts'
import type { Masking } from '../../kernel/personal-data/masking.ts'
import type { CatalogueField } from '../search/fields/field-types.ts'
import { isMaskedField } from '../search/masked-fields.ts'
import type { EventTable } from './event-table.ts'
import type { RuleAttributeOf } from './rule-attributes.ts'

/** Returns an entry of the contrast as a caller may see it, with the conditions that find its events. */
export type ShowEntry = (entry: { attribute: string; value: ContrastValue }) => ContrastEntry

/** Name of the member under which the masking recognises the values of a field; null for a field without any. */
function personalNameOf({ id, source }: CatalogueField): string | null {
  const names = [id, ...('path' in source && source.path ? [source.path] : [])]
  const found = names.find(name => personalFieldOf(name) !== null)
  return found === undefined ? null : found.slice(found.lastIndexOf('.') + 1)
}

/**
 * Whether the values of a field are compared for a caller: not where all of them would look alike, and not as numbers
 * whose ranges would close in on them.
 */
export function isComparedFor(field: CatalogueField, masking: Masking): boolean {
  // What merchants send in fields of their own repeats masked values in ways that nobody can foresee.
  if (!field.offered && masking.kinds.size > 0) return false
  if (!isMaskedField(field, masking.kinds)) return true
  const name = personalNameOf(field)
  return field.type !== 'number' && name !== null && maskedText(masking, name, 'Abcdefgh 1234567890') !== hiddenPart
}

const maskedText = (masking: Masking, name: string, text: string): string => masking.apply({ [name]: text })[name] ?? ''

/** Creates the function that shows entries of a table. */
export function createShowEntry(events: EventTable, masking: Masking, ruleAttributeOf: RuleAttributeOf): ShowEntry {
  const isMasked = (field: CatalogueField | null): boolean => field !== null && isMaskedField(field, masking.kinds)
  const personal = personalTextsOf(events, isMasked)
  // A part of a masked address is not searched for; a network is, as far as it is shown.
  const canSearch = (attribute: string): boolean => attribute !== 'emailDomain' || !isMasked(events.fieldOf('email'))
  return ({ attribute, value }) => {
    const field = events.fieldOf(attribute)
    const conditions = canSearch(attribute) ? conditionsOf(attribute, field, value) : null
    const rule = canSearch(attribute) ? ruleAttributeOf(attribute, field) : null
    if (value.kind !== 'equals') return { attribute, value, conditions, rule }
    const text = isMasked(field)
      ? maskedText(masking, (field && personalNameOf(field)) ?? '', value.text)
      : hideElsewhere(value.text)
    return {
      attribute,
      value: { kind: 'equals', text },
      ...(text === value.text ? { conditions, rule } : { conditions: null, rule: null }),
    }
  }

  /** Hides a masked value that stands in another attribute, such as an address that is also a user id. */
  function hideElsewhere(text: string): string {
    const folded = text.trim().toLowerCase()
    for (const [name, texts] of personal) if (texts.has(folded)) return masking.apply({ [name]: folded, text }).text
    let shown = text
    for (const [name, texts] of personal)
      for (const part of containedIn(folded, texts)) shown = masking.apply({ [name]: part, text: shown }).text
    return shown
  }
}

const containedIn = (text: string, parts: ReadonlySet<string>): string[] =>
  [...parts].filter(part => part.length >= minContained && part.length < text.length && text.includes(part))

/** Shorter values may be parts of ordinary words. */
const minContained = 6

/** Texts of the attributes that are masked for the caller, in the form in which they are compared. */
function personalTextsOf(
  { table, fieldOf }: EventTable,
  isMasked: (field: CatalogueField | null) => boolean,
): Map<string, Set<string>> {
  const personal = new Map<string, Set<string>>()
  for (const [index, { id }] of table.attributes.entries()) {
    const field = fieldOf(id)
    const column = table.columns[index]
    const name = field && personalNameOf(field)
    if (!isMasked(field) || !name || column?.kind !== 'text') continue
    const texts = personal.get(name) ?? new Set()
    for (const text of column.texts) texts.add(text.toLowerCase())
    personal.set(name, texts)
  }
  return personal
}

/** Returns the conditions of a search for a value; null where it has none, such as for an hour of the day. */
function conditionsOf(attribute: string, field: CatalogueField | null, value: ContrastValue): SearchCondition[] | null {
  if (field === null) return derivedConditions(attribute, value)
  const column = field.id
  switch (value.kind) {
    case 'absent':
      return [{ column, op: 'null' }]
    case 'equals':
      if (value.text.length > searchLimits.value) return null
      return field.type === 'choice'
        ? [{ column, op: 'in', value: [value.text] }]
        : [{ column, op: 'eq', value: value.text }]
    case 'range':
      // Of several values each condition may hold for another one, and open attributes are compared as text.
      if (field.type !== 'number' || (field.many && value.from !== null && value.to !== null)) return null
      return [
        ...(value.from === null ? [] : [{ column, op: 'gte' as const, value: value.from }]),
        ...(value.to === null ? [] : [{ column, op: 'lt' as const, value: value.to }]),
      ]
  }
}

function derivedConditions(attribute: string, value: ContrastValue): SearchCondition[] | null {
  if (value.kind !== 'equals') return null
  if (attribute === 'emailDomain') return [{ column: 'email', op: 'endsWith', value: `@${value.text}` }]
  if (attribute === 'ipNetwork') return [{ column: 'ip', op: 'inNetwork', value: value.text }]
  return null
}
