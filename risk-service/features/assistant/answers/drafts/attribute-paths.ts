import type { RuleVocabulary, SearchCondition } from '../../../../contract/index.ts'

/** Attributes in which an event can have the value of a column of the search, the usual one first. */
const candidates: Readonly<Record<string, readonly string[]>> = {
  externalid: ['purchaseId', 'metadata.signUpId', 'metadata.loginId', 'metadata.eventId'],
  amount: ['totalAmount'],
  amountusd: ['totalAmount'],
  userid: ['user.userId'],
  username: ['user.username', 'user.firstName'],
  email: ['user.email', 'email.emailValue'],
  phone: ['user.phoneNumber', 'phone.phoneNumber'],
  ip: ['deviceContext.ipAddress', 'device.ipAddress'],
  deviceid: ['deviceContext.externalDeviceId', 'device.externalDeviceId', 'deviceContext.deviceContextId'],
  paymenttype: ['paymentInstrumentList.type', 'paymentInstruments.type'],
  cardtype: ['paymentInstrumentList.cardType', 'paymentInstruments.cardType'],
  bin: ['paymentInstrumentList.bin', 'paymentInstruments.bin'],
  lastfour: ['paymentInstrumentList.lastFourDigits', 'paymentInstruments.lastFourDigits'],
  billingcountry: ['paymentInstrumentList.billingAddress.country', 'paymentInstruments.billingAddress.countryRegion'],
  shippingcountry: ['shippingAddress.country', 'address.countryRegion'],
  shippingcity: ['shippingAddress.city', 'address.city'],
  assessmenttype: ['assessmentType', 'metadata.assessmentType'],
}
/** Read without a path of the request. */
const scores: ReadonlySet<string> = new Set(['riskscore', 'botscore'])

const withoutIndexes = (path: string): string => path.replace(/\[\d*\]/g, '').toLowerCase()

/** Returns the attribute of an assessment that a field of a question means; null: it has none. */
export function attributePath(field: string, vocabulary: RuleVocabulary): string | null {
  const required = field.toLowerCase()
  if (scores.has(required)) return required === 'riskscore' ? 'riskScore' : 'botScore'
  const existing = new Map(vocabulary.attributes.map(({ path }) => [withoutIndexes(path), path]))
  for (const path of [...(candidates[required] ?? []), field])
    if (existing.has(withoutIndexes(path))) return existing.get(withoutIndexes(path))?.replace(/\[\d*\]/g, '') ?? null
  return null
}

const ruleSigns: Partial<Record<SearchCondition['op'], string>> = {
  eq: '==',
  neq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  after: '>',
  before: '<',
}

/** Writes a comparison of a rule; null for one that rules do not have. */
export function ruleComparison(
  path: string,
  op: SearchCondition['op'],
  value: string | number | boolean | readonly (string | number)[] | undefined,
  quote: (text: string) => string,
): string | null {
  const name = `@${quote(path)}`
  const literal = (each: string | number | boolean): string => (typeof each === 'string' ? quote(each) : String(each))
  if (op === 'empty') return `${name} == ""`
  if (op === 'notEmpty') return `${name} != ""`
  if (op === 'null') return `${name} == null`
  if (op === 'notNull') return `${name} != null`
  if (value === undefined) return null
  if (typeof value === 'object') {
    const [first, second] = value
    if (op === 'between' && first !== undefined && second !== undefined)
      return `${name} >= ${literal(first)} && ${name} <= ${literal(second)}`
    const members = value.map(each => `${name} ${op === 'notIn' ? '!=' : '=='} ${literal(each)}`)
    return members.length === 0 ? null : `(${members.join(op === 'notIn' ? ' && ' : ' || ')})`
  }
  const sign = ruleSigns[op]
  if (sign !== undefined) return `${name} ${sign} ${literal(value)}`
  const method = { contains: 'Contains', notContains: 'Contains', startsWith: 'StartsWith', endsWith: 'EndsWith' }[
    op as 'contains'
  ]
  return method === undefined ? null : `${op === 'notContains' ? '!' : ''}${name}.${method}(${literal(value)})`
}
