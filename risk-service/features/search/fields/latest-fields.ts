import type { SearchFieldGroup } from '../../../contract/index.ts'
import { attributesOf } from '../../../engine/ingest/attributes.ts'
import type { EventSchema } from '../../../engine/ingest/event-schema.ts'
import { schemas } from '../../../engine/ingest/event-schemas.ts'
import type { DataEventName } from '../../../engine/types/inputs-and-results.ts'
import { fieldsOfAttributes } from './attribute-fields.ts'
import type { CatalogueField } from './field-types.ts'

/** Attributes that identify the event or its sender, and say nothing about it. */
const technical: ReadonlySet<string> = new Set([
  'name',
  'version',
  'metadata',
  '_metadata',
  'purchaseId',
  'signUpId',
  'tenantId',
])

interface LatestKind {
  /** First part of the ids of its fields. */
  prefix: string
  group: SearchFieldGroup
  events: readonly DataEventName[]
  schema: EventSchema
  /** Block of the body with its attributes, which their ids leave out. */
  block?: string
}

const status = (event: DataEventName, schema: EventSchema, block?: string): LatestKind => ({
  prefix: 'latestStatus',
  group: 'status',
  events: [event],
  schema,
  ...(block === undefined ? {} : { block }),
})

const kindsOf: Readonly<Record<string, readonly LatestKind[]>> = {
  purchase: [
    status('purchasestatus', schemas.purchaseStatus),
    { prefix: 'latestBankEvent', group: 'bankEvent', events: ['bankevent'], schema: schemas.bankEvent },
    { prefix: 'latestChargeback', group: 'chargeback', events: ['chargeback'], schema: schemas.chargeback },
    { prefix: 'latestRefund', group: 'refund', events: ['refund'], schema: schemas.refund },
  ],
  accountcreation: [status('accountcreationstatus', schemas.accountCreationStatus, 'statusDetails')],
  accountlogin: [status('accountloginstatus', schemas.accountLoginStatus, 'statusDetails')],
  signup: [status('signupstatus', schemas.signUpStatus)],
}

/** Returns the kinds of related events of a type, with the first part of the ids of their fields. */
export const latestKinds = (eventType: string): readonly Pick<LatestKind, 'prefix' | 'events'>[] =>
  kindsOf[eventType] ?? []

const isTechnical = (path: string): boolean => technical.has(path.split('.')[0] ?? '')

/** Returns the fields of the related events and labels of a type: only the most recent of each kind is looked at. */
export function latestFields(eventType: string, labelSchema: EventSchema): CatalogueField[] {
  const events = (kindsOf[eventType] ?? []).flatMap(({ prefix, group, events, schema, block }) =>
    fieldsOfAttributes(
      attributesOf(schema).filter(({ path }) => !isTechnical(path)),
      () => group,
      path => ({ kind: 'latestEvent', events, path }),
      path => `${prefix}.${block !== undefined && path.startsWith(`${block}.`) ? path.slice(block.length + 1) : path}`,
    ),
  )
  const labels = fieldsOfAttributes(
    attributesOf(labelSchema).filter(({ path }) => !isTechnical(path) && !path.startsWith('labelObject')),
    () => 'label',
    path => ({ kind: 'latestLabel', path }),
    path => `latestLabel.${path}`,
  )
  return [...events, ...labels]
}
