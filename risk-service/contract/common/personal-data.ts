/* Plain values of personal data, apart from the schemas, so that a page can read them without the validator. */

import { emptinessOperators, type SearchOperator } from './search-fields.ts'

/** Kinds of personal data that a masking profile can hide. */
export const personalDataKinds = ['email', 'phone', 'name', 'street', 'ip', 'instrument', 'birthDate'] as const
export type PersonalDataKind = (typeof personalDataKinds)[number]

export const personalDataLimits = {
  /** Minutes for which revealed values stay visible. */
  revealMinutes: 15,
  /** Events or accounts that are revealed at once: the rows of a page. */
  subjects: 1000,
  reason: 500,
} as const

/** Stands for the hidden part of a masked value. */
export const hiddenPart = '***'

/** Whether a text is the masked form of a value, by which nothing is found and which belongs on no list. */
export const isMaskedText = (text: string): boolean => text.includes(hiddenPart)

/** Comparisons with the whole value, or with none: with others, a masked value could be guessed part by part. */
export const wholeValueOperators: ReadonlySet<SearchOperator> = new Set([
  'eq',
  'neq',
  'in',
  'notIn',
  'on',
  ...emptinessOperators,
])

interface FieldRule {
  kind: PersonalDataKind
  name: RegExp
  /** Nothing of the value is shown, although others of the kind keep a part. */
  hidden?: true
}

const personNames = ['first', 'middle', 'last', 'given', 'family', 'sur', 'full', 'holder', 'user']

const rules: readonly FieldRule[] = [
  { kind: 'birthDate', name: /birth_?(date|day)$|date_?of_?birth$|^dob$/i },
  { kind: 'email', name: /e-?mail(_?address|value)?$/i },
  { kind: 'phone', name: /(phone|mobile|fax)(_?number)?$/i },
  { kind: 'name', name: new RegExp(`(${personNames.join('|')})_?name$|^holder$`, 'i') },
  { kind: 'street', name: /street_?\d?$|address_?line_?\d?$/i },
  // In any other spelling, words such as "zip" would be addresses too.
  { kind: 'ip', name: /(^ip|Ip|IP)(v[46])?(_?[Aa]ddress)?$/ },
  { kind: 'instrument', name: /^(bin|expiration_?date)$/i, hidden: true },
  {
    kind: 'instrument',
    name: /^(merchant)?payment_?(instrument_?)?id$|(card|account)_?number$|^(payer|billing_?agreement)id$|^iban$/i,
  },
]

/**
 * Returns the rule for a field by the last name of its path, whatever document it stands in; null for a field without
 * personal data. `hidden`: nothing of the value may be shown.
 */
export function personalFieldOf(path: string): { kind: PersonalDataKind; hidden: boolean } | null {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const found = rules.find(rule => rule.name.test(name))
  return found ? { kind: found.kind, hidden: found.hidden === true } : null
}

/** Whether any name on a path is one of personal data: what stands below such a name is hidden with it. */
export const isPersonalPath = (path: string): boolean => path.split('.').some(name => personalFieldOf(name) !== null)

/** The attribute of a label with the id of what it is about. */
export const labelObjectIdName = 'labelObjectId'

/** What a label can be about by a personal value as its id, in lower case without separators. */
export const labelObjectKinds: Readonly<Record<string, PersonalDataKind>> = {
  email: 'email',
  pi: 'instrument',
  paymentinstrument: 'instrument',
}

/** Returns the kinds of personal data that values of a field may be of, by the last name of its path. */
export function personalKindsOf(path: string): PersonalDataKind[] {
  if (path === labelObjectIdName) return [...new Set(Object.values(labelObjectKinds))]
  const found = personalFieldOf(path)
  return found === null ? [] : [found.kind]
}
