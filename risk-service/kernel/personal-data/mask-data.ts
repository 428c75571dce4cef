import {
  labelObjectIdName,
  labelObjectKinds,
  type PersonalDataKind,
  personalFieldOf,
} from '../../contract/common/personal-data.ts'
import { type EntityType, entityTypeSchema } from '../../contract/index.ts'
import { maskValue } from './mask-value.ts'

/** Whether values of a kind are hidden where they belong to one of these events and accounts. */
export type IsMasked = (kind: PersonalDataKind, subjects: readonly string[]) => boolean

type Row = Record<string, unknown>
type Rule = { kind: PersonalDataKind; hidden: boolean }

const kindOfEntity: Partial<Record<EntityType, PersonalDataKind>> = {
  email: 'email',
  phone: 'phone',
  ip: 'ip',
  address: 'street',
  payment: 'instrument',
}
/** A list of values of support lists is named like an entity. */
const entityKindOf = (type: unknown): PersonalDataKind | undefined =>
  entityTypeSchema.safeParse(type).success ? kindOfEntity[type as EntityType] : undefined

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The merchant's id of an event: its page is found by it, whatever it is made of. */
const addresses: ReadonlySet<string> = new Set(['externalId', 'external_id'])

/** Returns the name of an event, under which its values are revealed. */
export const eventSubject = (environmentId: string, eventType: string, externalId: string): string =>
  `event:${environmentId}:${eventType}:${externalId}`

/** Returns the name of an account of the support view. */
export const accountSubject = (type: string, value: string): string => `account:${type}:${value.trim().toLowerCase()}`

/** The event that an object describes: a row of events, or what has one; null for any other object. */
function subjectOf(value: Row): string | null {
  const row = isRow(value.row) ? value.row : value
  const read = (camel: string, snake: string): unknown => row[camel] ?? row[snake]
  const [environmentId, eventType, externalId] = [
    read('environmentId', 'environment_id'),
    read('eventType', 'event_type'),
    read('externalId', 'external_id'),
  ]
  return typeof environmentId === 'string' && typeof eventType === 'string' && typeof externalId === 'string'
    ? eventSubject(environmentId, eventType, externalId)
    : null
}

/** The sent spelling of what a label is about is compared without separators. */
const labelKindOf = (type: unknown): PersonalDataKind | undefined =>
  typeof type === 'string' ? labelObjectKinds[type.toLowerCase().replace(/[\s\-_]/g, '')] : undefined

/** Returns the rule for a member of an object: by its name, or by what the object says that it is. */
function ruleOf(owner: Row, name: string): Rule | null {
  if (name === 'value' || name === 'display') {
    const kind = entityKindOf(owner.type) ?? entityKindOf(owner.list)
    if (kind) return { kind, hidden: false }
    // A value that a rule read, by the attribute, and an instrument of the support view.
    if (typeof owner.name === 'string') return personalFieldOf(owner.name.replace(/["\]]/g, ''))
    return 'lastFour' in owner ? { kind: 'instrument', hidden: false } : null
  }
  if (name === labelObjectIdName) {
    const kind = labelKindOf(owner.labelObjectType)
    return kind === undefined ? null : { kind, hidden: false }
  }
  // The recipient of an address in the support view.
  if (name === 'name' && 'street' in owner && 'country' in owner) return { kind: 'name', hidden: false }
  return personalFieldOf(name)
}

/** What is shown of a hidden value; `within`: it is hidden inside longer texts, too. */
interface Hidden {
  masked: string
  within: boolean
}
interface Scope {
  isMasked: IsMasked
  subjects: readonly string[]
  /** Hidden values of this event by their lower-case text, to hide them wherever else they stand. */
  hiddenValues: Map<string, Hidden>
}

/** Shorter values, and names, may be parts of ordinary words. */
const minContained = 6
const containable: ReadonlySet<PersonalDataKind> = new Set(['email', 'phone', 'ip', 'instrument', 'street'])

/**
 * Returns data as a caller may see it whose roles mask personal data: values are recognised by the names of their
 * fields, and hidden in every other text of the same event. Data without such values is returned as it is.
 * @param subjects the events or accounts that the data as a whole belongs to
 */
export function maskData<Data>(data: Data, isMasked: IsMasked, subjects: readonly string[]): Data {
  return maskOwned(data, { isMasked, subjects, hiddenValues: new Map() }) as Data
}

function maskOwned(data: unknown, scope: Scope): unknown {
  collect(data, scope, null)
  return rewrite(data, scope, null)
}

/** Collects the hidden values of one event; those of other events in it are collected with them. */
function collect(value: unknown, scope: Scope, rule: Rule | null): void {
  if (Array.isArray(value)) for (const each of value) collect(each, scope, rule)
  else if (isRow(value)) {
    if (isForeign(value, scope)) return
    for (const [name, each] of Object.entries(value)) collect(each, scope, ruleOf(value, name) ?? rule)
  } else if (
    rule &&
    (typeof value === 'string' || typeof value === 'number') &&
    scope.isMasked(rule.kind, scope.subjects)
  ) {
    const text = String(value).trim().toLowerCase()
    if (text.length > 1 && !(rule.hidden && scope.hiddenValues.has(text)))
      scope.hiddenValues.set(text, {
        masked: maskValue(rule.kind, String(value), rule.hidden),
        // What is hidden as a whole are digits and dates that are parts of other texts, too.
        within: !rule.hidden && containable.has(rule.kind) && text.length >= minContained,
      })
  }
}

/** Whether an object is another event than the one whose values are collected. */
function isForeign(value: Row, { subjects }: Scope): boolean {
  const subject = subjectOf(value)
  return subject !== null && !subjects.includes(subject)
}

function rewrite(value: unknown, scope: Scope, rule: Rule | null): unknown {
  if (Array.isArray(value)) return value.map(each => rewrite(each, scope, rule))
  if (isRow(value)) {
    const subject = subjectOf(value)
    if (subject !== null && !scope.subjects.includes(subject))
      return maskOwned(value, { ...scope, subjects: [...scope.subjects, subject], hiddenValues: new Map() })
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const own = ruleOf(value, name) ?? rule
        return [name, own === null && addresses.has(name) ? each : rewrite(each, scope, own)]
      }),
    )
  }
  if (rule && (typeof value === 'string' || typeof value === 'number') && scope.isMasked(rule.kind, scope.subjects))
    return maskValue(rule.kind, String(value), rule.hidden)
  return typeof value === 'string' ? hideElsewhere(value, scope.hiddenValues) : value
}

/** Hides the values of the event in another text of it. */
function hideElsewhere(text: string, hiddenValues: Scope['hiddenValues']): string {
  if (hiddenValues.size === 0) return text
  const whole = hiddenValues.get(text.trim().toLowerCase())
  if (whole) return whole.masked
  let shown = text
  for (const [value, { masked, within }] of hiddenValues) if (within) shown = replaceFolded(shown, value, masked)
  return shown
}

/** Replaces a text without regard to letter case. */
function replaceFolded(text: string, folded: string, by: string): string {
  const at = text.toLowerCase().indexOf(folded)
  return at < 0 ? text : text.slice(0, at) + by + replaceFolded(text.slice(at + folded.length), folded, by)
}
