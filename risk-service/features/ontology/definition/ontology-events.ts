import type { OntologyNodeKind } from '../../../contract/ontology/ontology-definitions.ts'
import labelSchema from '../../../contract/schemas/purchases/label.schema.json' with { type: 'json' }
import purchaseSchema from '../../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }
import { sampleAttributes } from '../../../engine/assessment-types/assessment-registry.ts'
import { observationSchemaOf } from '../../../engine/assessments/observation-schemas.ts'
import { purchaseAttributes } from '../../../engine/assessments/purchase-attributes.ts'
import type { TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import { userAgentAttributes } from '../../../engine/enrich/purchase-features.ts'
import {
  type Attribute,
  attributesOf,
  deviceEnrichmentAttributes,
  requiredPathsOf,
} from '../../../engine/ingest/attributes.ts'
import type { EventSchema } from '../../../engine/ingest/event-schema.ts'
import { schemas } from '../../../engine/ingest/event-schemas.ts'
import { fingerprintAttributes } from './made-attributes.ts'

/** An event of an ontology with everything that its texts can read. */
export interface OntologyEvent {
  /** The key under which it is stored, in lower case: `purchase`, `bankevent`, `signup:status`. */
  event: string
  /** Name and kind of the node that has the attributes of no block. */
  node: string
  kind: OntologyNodeKind
  /** The attribute that identifies the event. */
  key: string | null
  attributes: readonly Attribute[]
  required: ReadonlySet<string>
}

const eventOf = (
  event: string,
  node: string,
  kind: OntologyNodeKind,
  key: string | null,
  schema: EventSchema,
  attributes: readonly Attribute[] = attributesOf(schema),
): OntologyEvent => ({ event, node, kind, key, attributes, required: requiredPathsOf(schema) })

const scores = (...names: string[]): Attribute[] =>
  names.map(path => ({ path, type: 'number', description: `${path === 'botScore' ? 'Bot' : 'Risk'} score 0 to 999` }))

const enriched = [...deviceEnrichmentAttributes, ...userAgentAttributes, ...fingerprintAttributes]

/** The events of the built-in assessments, the assessed one first; created at their first use. */
const builtIn: Readonly<Record<string, () => OntologyEvent[]>> = {
  purchase: () => [
    eventOf('purchase', 'Purchase', 'event', 'purchaseId', purchaseSchema as EventSchema, [
      ...purchaseAttributes,
      ...fingerprintAttributes,
    ]),
    eventOf('bankevent', 'BankEvent', 'bankEvent', 'bankEventId', schemas.bankEvent),
    eventOf('purchasestatus', 'PurchaseStatus', 'status', 'purchaseId', schemas.purchaseStatus),
    eventOf('chargeback', 'Chargeback', 'chargeback', 'chargebackId', schemas.chargeback),
    eventOf('refund', 'Refund', 'refund', 'refundId', schemas.refund),
    eventOf('label', 'Label', 'label', 'labelObjectId', labelSchema as EventSchema),
  ],
  accountcreation: () =>
    accountEvents('accountcreation', 'AccountCreation', 'metadata.signUpId', [
      schemas.accountCreation,
      schemas.accountCreationStatus,
    ]),
  accountlogin: () =>
    accountEvents('accountlogin', 'AccountLogin', 'metadata.loginId', [
      schemas.accountLogin,
      schemas.accountLoginStatus,
    ]),
}

function accountEvents(
  event: string,
  node: string,
  key: string,
  [assessed, status]: [EventSchema, EventSchema],
): OntologyEvent[] {
  return [
    eventOf(event, node, 'event', key, assessed, [
      ...attributesOf(assessed),
      ...scores('riskScore', 'botScore'),
      ...enriched,
    ]),
    eventOf(`${event}status`, `${node}Status`, 'status', key, status),
    eventOf('accountupdate', 'AccountUpdate', 'status', 'user.userId', schemas.accountUpdate),
  ]
}

const created = new Map<string, OntologyEvent[]>()

export const builtInEventTypes = [
  { key: 'purchase', name: 'Purchase' },
  { key: 'accountcreation', name: 'Account creation' },
  { key: 'accountlogin', name: 'Account login' },
] as const

/** Returns the events of an assessment, the assessed one first; null for an unknown assessment. */
export function ontologyEventsOf(eventType: string, own: readonly TenantAssessment[]): readonly OntologyEvent[] | null {
  const make = builtIn[eventType]
  if (make !== undefined) {
    const events = created.get(eventType) ?? make()
    created.set(eventType, events)
    return events
  }
  const assessment = own.find(({ apiName }) => apiName === eventType)
  return assessment === undefined ? null : tenantEvents(assessment)
}

function tenantEvents({ apiName, kind, schema, sample, observations }: TenantAssessment): OntologyEvent[] {
  const sent = kind === 'wizard' ? attributesOf(schema) : sampleAttributes(sample)
  return [
    eventOf(apiName, apiName, 'event', 'metadata.eventId', schema, [...sent, ...enriched]),
    ...observations.map(observation =>
      eventOf(
        `${apiName}:${observation.apiName}`,
        observation.apiName,
        'observation',
        'metadata.eventId',
        observationSchemaOf(observation),
      ),
    ),
  ]
}
