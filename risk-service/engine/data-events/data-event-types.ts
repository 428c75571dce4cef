import type { DataWrite } from '../../ports/index.ts'
import { labelSchemaOf, observationSchemaOf } from '../assessments/observation-schemas.ts'
import type { TenantAssessment } from '../assessments/tenant-assessment.ts'
import { instantOf } from '../enrich/enrich-purchase.ts'
import type { EventSchema } from '../ingest/event-schema.ts'
import { createEventReader, type EventReader, schemas } from '../ingest/event-schemas.ts'
import { type Json, listOf, mergeDeep, objectOf } from '../lib/json.ts'
import type { DataEventName } from '../types/inputs-and-results.ts'

/** The subject of a data event and the stored event that it changes. */
export interface DataEventType extends EventReader {
  /** Id that its stages share; together with `stage` the key of the upsert. */
  entityOf: (event: Json) => string
  stageOf?: (event: Json) => string
  subjectOf: (event: Json) => { type: string; id: string }
  /** The time in the event, if any. */
  timeOf: (event: Json) => unknown
  /** The values of the event that the id in the path may equal, by name. */
  pathIds?: (event: Json) => Record<string, unknown>
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
/** A time as part of a key: the same instant in another zone is the same stage. */
const instant = (value: unknown): string => instantOf(value) ?? ''
const purchaseSubject = (event: Json) => ({ type: 'purchase', id: text(event.purchaseId) })
const accountStatus = (
  schema: (typeof schemas)['accountLoginStatus'],
  id: 'signUpId' | 'loginId',
  type: string,
): DataEventType => ({
  ...createEventReader(schema),
  entityOf: event => text(objectOf(event.metadata)[id]),
  subjectOf: event => ({ type, id: text(objectOf(event.metadata)[id]) }),
  timeOf: event => objectOf(event.statusDetails).statusDate,
  pathIds: event => ({
    [`metadata.${id}`]: objectOf(event.metadata)[id],
    'metadata.userId': objectOf(event.metadata).userId,
  }),
})

export const dataEventTypes: Readonly<Record<DataEventName, DataEventType>> = {
  purchasestatus: {
    ...createEventReader(schemas.purchaseStatus),
    subjectOf: purchaseSubject,
    timeOf: event => event.statusDate,
    entityOf: event => text(event.purchaseId),
    stageOf: event => `${instant(event.statusDate)}\n${text(event.statusType)}`,
  },
  bankevent: {
    ...createEventReader(schemas.bankEvent),
    subjectOf: purchaseSubject,
    timeOf: event => event.bankEventTimestamp,
    entityOf: event => text(event.bankEventId),
  },
  chargeback: {
    ...createEventReader(schemas.chargeback),
    subjectOf: purchaseSubject,
    timeOf: event => event.bankEventTimestamp,
    entityOf: event => text(event.chargebackId),
    stageOf: event => instant(event.bankEventTimestamp),
  },
  refund: {
    ...createEventReader(schemas.refund),
    subjectOf: purchaseSubject,
    timeOf: event => event.bankEventTimestamp,
    entityOf: event => text(event.refundId),
    stageOf: event => instant(event.bankEventTimestamp),
  },
  updateaccount: {
    ...createEventReader(schemas.updateAccount),
    entityOf: event => text(event.userId),
    subjectOf: event => ({ type: 'user', id: text(event.userId) }),
    timeOf: event => event.updateDate ?? event.customerLocalDate ?? event.merchantLocalDate,
  },
  signupstatus: {
    ...createEventReader(schemas.signUpStatus),
    entityOf: event => text(event.signUpId),
    subjectOf: event => ({ type: 'signup', id: text(event.signUpId) }),
    timeOf: event => event.statusDate,
  },
  accountcreationstatus: accountStatus(schemas.accountCreationStatus, 'signUpId', 'accountcreation'),
  accountloginstatus: accountStatus(schemas.accountLoginStatus, 'loginId', 'accountlogin'),
  accountupdate: {
    ...createEventReader(schemas.accountUpdate),
    entityOf: event => text(objectOf(event.user).userId),
    subjectOf: event => ({ type: 'user', id: text(objectOf(event.user).userId) }),
    timeOf: event => objectOf(event.metadata).customerLocalDate ?? objectOf(event.metadata).merchantTimeStamp,
    pathIds: event => ({ 'user.userId': objectOf(event.user).userId }),
  },
}

/** Returns the type of an observation of a wizard assessment; null for an unknown name. */
export function createObservationType(
  { apiName, observations }: TenantAssessment,
  name: string,
  newId: () => string,
): DataEventType | null {
  const observation = observations.find(each => each.apiName === name)
  if (observation === undefined) return null
  return {
    ...readerOf(observation, () => observationSchemaOf(observation)),
    // An observation without an id of its own is always a new one.
    entityOf: event => text(objectOf(event.metadata).eventId) || newId(),
    subjectOf: event => ({ type: apiName, id: text(objectOf(event.metadata).primaryEventId) }),
    timeOf: event => objectOf(event.metadata).timestamp,
  }
}

/** Returns the reader of the labels of a wizard assessment. */
export const labelReaderOf = (own: TenantAssessment): EventReader => readerOf(own, () => labelSchemaOf(own))

/** Readers by the definition that they read events of: a reload of the assessments makes new definitions. */
const readers = new WeakMap<object, EventReader>()
/** Readers of the schemas of the product, which many definitions share. */
const sharedReaders = new WeakMap<EventSchema, EventReader>()
function readerOf(definition: object, schemaOf: () => EventSchema): EventReader {
  const cached = readers.get(definition)
  if (cached !== undefined) return cached
  const schema = schemaOf()
  const reader = sharedReaders.get(schema) ?? createEventReader(schema)
  sharedReaders.set(schema, reader)
  readers.set(definition, reader)
  return reader
}

export interface DataInput {
  environmentId: string
  eventType: string
  dataId: string
  receivedAt: Date
  correlationId: string | null
}

/** Turns a normalised data event into its upsert. */
export function createDataWrite(kind: DataEventType, event: Json, input: DataInput): DataWrite {
  const entityId = kind.entityOf(event)
  const { type, id } = kind.subjectOf(event)
  const time = instantOf(kind.timeOf(event))
  return {
    ...input,
    entityId,
    key: kind.stageOf === undefined ? entityId : `${entityId}\n${kind.stageOf(event)}`,
    subjectType: type,
    subjectId: id,
    happenedAt: time === null ? input.receivedAt : new Date(time),
    merge: stored => (stored === null ? event : mergeDataEvent(stored, event)),
  }
}

/** Lists are replaced, except these two, whose elements are identified by a field. */
const listKeys: Readonly<Record<string, string>> = {
  addressList: 'type',
  paymentInstrumentList: 'merchantPaymentInstrumentId',
}

/** Merges a sent data event into the stored one: lists of instruments and addresses by their keys. */
export function mergeDataEvent(stored: Json, sent: Json): Json {
  const out = mergeDeep(stored, sent)
  for (const [name, key] of Object.entries(listKeys)) {
    if (sent[name] === undefined || stored[name] === undefined) continue
    const merged = listOf(stored[name])
    // One without the field is the same as an equal one: a repeat, and a child of two rows of an account, adds nothing.
    const texts = new Set(merged.filter(each => each[key] === undefined).map(each => JSON.stringify(each)))
    for (const element of listOf(sent[name])) {
      if (element[key] === undefined) {
        const text = JSON.stringify(element)
        if (!texts.has(text)) merged.push(element)
        texts.add(text)
        continue
      }
      const at = merged.findIndex(each => each[key] === element[key])
      if (at < 0) merged.push(element)
      else merged[at] = mergeDeep(merged[at] ?? {}, element)
    }
    out[name] = merged
  }
  return out
}
