import type { RuleVocabulary } from '../../contract/index.ts'
import type { AssessmentLookup } from '../assessments/assessment-info.ts'
import { observationSchemaOf } from '../assessments/observation-schemas.ts'
import type { TenantAssessment } from '../assessments/tenant-assessment.ts'
import { type Attribute, attributeMap, attributesOf } from '../ingest/attributes.ts'
import { schemas } from '../ingest/event-schemas.ts'
import type { Json } from '../lib/json.ts'

/** An event that velocities can count. */
export interface VelocityEvent {
  /** Name after FROM. */
  name: string
  label: string
  attributes: readonly Attribute[]
  payload: Json
  enrichment: Json
}

/** Assessments of an environment, including tenant assessments. */
export interface VelocityAssessmentLookup extends AssessmentLookup {
  ownOf?: (environmentId: string) => readonly TenantAssessment[]
}

/** Attributes of an event after its rules ran. */
const evaluated: readonly Attribute[] = [
  { path: 'ruleEvaluation', type: 'object', description: 'What the rules made of the event' },
  {
    path: 'ruleEvaluation.decision',
    type: 'string',
    description: 'Decision',
    values: ['Approve', 'Review', 'Challenge', 'Reject'],
  },
  { path: 'ruleEvaluation.reason', type: 'string', description: 'Reason of the decision' },
  { path: 'ruleEvaluation.rule', type: 'string', description: 'Rule that decided' },
  { path: 'ruleEvaluation.clauseName', type: 'string', description: 'Clause that decided' },
]
const scored: readonly Attribute[] = [
  { path: 'riskScore', type: 'number', description: 'Risk score 0 to 999' },
  { path: 'reasonCodes', type: 'string', description: 'Risk reason codes, separated by commas' },
]
const ruleEvaluation = { decision: 'Reject', reason: 'Score', rule: 'High risk', clauseName: 'Score above 900' }
const deviceAttributes = {
  deviceId: 'dv_7f3a19e4c210',
  trueIp: '203.0.113.84',
  deviceCountryCode: 'DE',
  platform: 'Windows',
}
const scores = { riskScore: 940, reasonCodes: 'NEW_ACCOUNT,HIGH_AMOUNT', ruleEvaluation, deviceAttributes }
const bankEvent = {
  bankEventId: 'BE-1',
  purchaseId: 'P-7241903',
  type: 'Auth',
  status: 'Approved',
  bankEventTimestamp: '2026-11-21T13:56:10Z',
  merchantPaymentInstrumentId: 'pi_31c9e0',
}
const chargeback = {
  chargebackId: 'CB-1',
  purchaseId: 'P-7241903',
  reason: 'Fraud',
  status: 'Inquiry',
  bankEventTimestamp: '2026-12-02T08:00:00Z',
  amount: 2418.9,
  currency: 'EUR',
  userId: 'u_90c17ae2',
}

const uniqueAttributes = (attributes: readonly Attribute[]): Attribute[] => [...attributeMap(attributes).values()]
/** Legacy names of the built-in assessments. */
const builtIn = [
  ['Purchase', 'purchase'],
  ['AccountCreation', 'accountcreation'],
  ['AccountLogin', 'accountlogin'],
] as const

/**
 * Returns the events that velocities of an environment can count: built-in ones, data events about a purchase, and
 * tenant assessments with their observations.
 */
export function velocityEvents(environmentId: string, assessments: VelocityAssessmentLookup): VelocityEvent[] {
  const of = (name: string, key: string): VelocityEvent[] => {
    const found = assessments.find(environmentId, key)
    if (found === null) return []
    const built = found.kind === 'builtIn'
    return [
      {
        name,
        label: found.name,
        attributes: uniqueAttributes([...found.check.attributes.values(), ...(built ? scored : []), ...evaluated]),
        payload: found.payload,
        enrichment: built
          ? { ...scores, ...(key === 'purchase' ? {} : { botScore: 710 }) }
          : { ruleEvaluation, deviceAttributes },
      },
    ]
  }
  const purchase = assessments.find(environmentId, 'purchase')
  const linked = [...(purchase?.check.attributes.values() ?? [])].map(attribute => ({
    ...attribute,
    path: `purchase.${attribute.path}`,
  }))
  const after = (name: string, label: string, attributes: readonly Attribute[], payload: Json): VelocityEvent => ({
    name,
    label,
    attributes: uniqueAttributes([...attributes, ...linked]),
    payload: { ...payload, purchase: purchase?.payload ?? {} },
    enrichment: {},
  })
  const own = assessments.ownOf?.(environmentId) ?? []
  const legacy = own.filter(each => each.kind === 'custom')
  return [
    ...builtIn.flatMap(([name, key]) => of(name, key)),
    after('Chargeback', 'Chargeback', attributesOf(schemas.chargeback), chargeback),
    after('BankEvent', 'Bank event', attributesOf(schemas.bankEvent), bankEvent),
    ...(legacy.length === 0
      ? []
      : [
          {
            name: 'CustomAssessment',
            label: 'Custom assessment',
            attributes: uniqueAttributes([
              ...legacy.flatMap(each => of(each.apiName, each.apiName)).flatMap(each => each.attributes),
              ...evaluated,
            ]),
            payload: legacy[0]?.sample ?? {},
            enrichment: { ruleEvaluation },
          },
        ]),
    ...own.flatMap(each => [
      ...of(each.apiName, each.apiName),
      ...each.observations.map(
        (observation): VelocityEvent => ({
          name: `${each.apiName}:${observation.apiName}`,
          label: `${each.friendlyName}: ${observation.friendlyName ?? observation.apiName}`,
          attributes: attributesOf(observationSchemaOf(observation)),
          payload: {},
          enrichment: {},
        }),
      ),
    ]),
  ]
}

export const vocabularyOf = ({ attributes }: VelocityEvent): RuleVocabulary => ({
  attributes: attributes.map(({ values, ...attribute }) => ({
    ...attribute,
    ...(values === undefined ? {} : { values: [...values] }),
  })),
})
