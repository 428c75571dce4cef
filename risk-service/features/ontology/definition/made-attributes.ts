import type { AttributeSource, OntologyNodeKind } from '../../../contract/ontology/ontology-definitions.ts'
import deviceAttributes from '../../../contract/schemas/devices/device-attributes.json' with { type: 'json' }
import type { Attribute } from '../../../engine/ingest/attributes.ts'
import type { OntologyEvent } from './ontology-events.ts'

/** An attribute that no event is sent with, and no rule reads while it decides the event. */
export interface MadeAttribute extends Attribute {
  /** The node or edge that it belongs to. */
  node: string
  source: Extract<AttributeSource, 'answer' | 'computed'>
}

const answer = (node: string, path: string, type: Attribute['type'], description: string): MadeAttribute => ({
  node,
  path,
  type,
  description,
  source: 'answer',
})
const computed = (node: string, path: string, type: Attribute['type'], description: string): MadeAttribute => ({
  node,
  path,
  type,
  description,
  source: 'computed',
})

const decision = 'Decision of the rules: Approve, Reject, Review or Challenge'

/** What the answer to a purchase states. */
const purchaseAnswer = [
  answer('Purchase', 'merchantRuleDecision', 'string', decision),
  answer('Purchase', 'reasonCodes', 'string', 'Reasons of the risk score'),
  answer('Purchase', 'policyApplied', 'string', 'Rule that decided; Default where none did'),
  answer('Purchase', 'midFlag', 'string', 'Merchant account that the bank should be asked with'),
  answer('Purchase', 'bankName', 'string', 'Bank that issued the card, as the merchant sent it'),
]

/** Measures of the spending of a user, which the review page shows with an event: name, and what is summed. */
const spendMeasures = [
  ['Spend', 'Amount of the purchases, in their currency or, if they have several, in US dollars'],
  ['Transactions', 'Number of purchases'],
  ['RefundAmount', 'Amount of the refunds, in the currency of the spending'],
  ['ChargebackAmount', 'Amount of the chargebacks, in the currency of the spending'],
  ['DaysOfUse', 'Number of days with a purchase'],
] as const
const measuredPeriods = [
  ['total', 'since the first purchase'],
  ['last30Days', 'in the last 30 days'],
  ['monthlyAverage', 'in an average month'],
] as const

const userMeasures = measuredPeriods.flatMap(([prefix, period]) =>
  spendMeasures.map(([name, what]) => computed('User', `user.${prefix}${name}`, 'number', `${what}, ${period}`)),
)

const addressTypes = [
  computed('PurchaseAddress', 'PurchaseAddress.type', 'string', 'Shipping: the address that the goods are sent to'),
  computed(
    'PaymentInstrumentAddress',
    'PaymentInstrumentAddress.type',
    'string',
    'Billing: the address of the payment instrument',
  ),
]

/** Returns what the service makes of an event, beside what its rules read. */
export function madeAttributesOf(event: string, node: string, kind: OntologyNodeKind): readonly MadeAttribute[] {
  if (event === 'purchase') return [...purchaseAnswer, ...userMeasures, ...addressTypes]
  if (kind !== 'event') return []
  return [
    answer(node, 'decision', 'string', decision),
    answer(node, 'riskScore', 'number', 'Risk score 0 to 999'),
    answer(node, 'botScore', 'number', 'Bot score 0 to 999'),
  ]
}

/**
 * Returns the attribute of an event that routing rules read under a name in the answer to it; null for an answer that
 * is none of its attributes, or that other rules read before the event is decided.
 */
export function answeredAttributeOf({ event, node, kind, attributes }: OntologyEvent, name: string): string | null {
  const folded = name.toLowerCase()
  // Only the answer to a purchase states the decision under the name that routing rules read.
  const own = folded === 'merchantruledecision' && event !== 'purchase' ? 'decision' : folded
  const found = madeAttributesOf(event, node, kind).find(
    ({ path, source }) => source === 'answer' && path.toLowerCase() === own,
  )
  return found === undefined || attributes.some(({ path }) => path.toLowerCase() === own) ? null : found.path
}

/**
 * What fingerprinting can find out about a device, by the script of a page or the library of an app. Rules read each as
 * text.
 */
export const fingerprintAttributes: readonly Attribute[] = deviceAttributes.map(
  ({ name, label, category, platforms }) => ({
    path: `deviceAttributes.${name}`,
    type: name === 'ipAddressHistory' ? 'array' : 'string',
    description: `${label} (${category}; ${platforms.join(', ')})`,
  }),
)
