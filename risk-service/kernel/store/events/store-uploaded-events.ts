import { postalCodeType } from '../../../engine/enrich/postal-codes.ts'
import type { Db } from '../../../ports/database.ts'
import type { DecidedEvent } from '../../../ports/index.ts'
import { type ArrayKind, type ArrayValue, binaryArray } from '../connection/binary/binary-arrays.ts'
import { type CopyColumn, CopyRows, copyStatement } from '../connection/copy/copy-rows.ts'
import { deviceCountryOf, labelledObjects } from './event-records.ts'
import { inEffect } from './event-writer-sql.ts'
import { readStoredKeys, removeUploadedEvents, type StoredKey } from './remove-uploaded-events.ts'
import { queryOn, type RunQuery } from './upload-query.ts'

/**
 * What became of records: stored, of which some replaced one of the same key; of these, some one of the same run, whose
 * file has the key twice. The others gave way to a stored one.
 */
export interface StoredRecords {
  stored: number
  replaced: number
  repeated: number
}

/** What became of records, with the keys of those that are stored. */
export interface StoredKeys extends StoredRecords {
  keys: readonly string[]
}

/** Events of one type of an environment, each id once, and the rows that they are stored as. */
export interface UploadedEvents {
  correlationId: string
  events: readonly DecidedEvent[]
  /** Rows of all events, written in advance: nearly always none of them is stored. */
  rows?: EventRows
}

type Label = string | undefined
interface Labelled {
  event: DecidedEvent
  label: Label
}
/** Values that are the same for all uploaded events, or empty, are in no column. */
const eventColumns: readonly CopyColumn<Labelled>[] = [
  ['environment_id', 'uuid', ({ event }) => event.environmentId],
  ['event_type', 'text', ({ event }) => event.eventType],
  ['event_id', 'uuid', ({ event }) => event.eventId],
  ['at', 'time', ({ event }) => event.at],
  ['external_id', 'text', ({ event }) => event.externalId],
  ['decision', 'text', ({ event }) => event.decision],
  ['risk_score', 'smallint', ({ event }) => event.riskScore],
  ['reason', 'text', ({ event }) => event.reason],
  ['merchant_at', 'time', ({ event }) => event.facts.merchantAt],
  ['assessment_type', 'text', ({ event }) => event.facts.assessmentType],
  ['amount', 'bigint', ({ event }) => event.facts.amount],
  ['currency', 'text', ({ event }) => event.facts.currency],
  ['amount_usd', 'bigint', ({ event }) => event.facts.amountUsd],
  ['user_id', 'text', ({ event }) => event.facts.userId],
  ['user_name', 'text', ({ event }) => event.facts.userName],
  ['email', 'text', ({ event }) => event.facts.email],
  ['phone', 'text', ({ event }) => event.facts.phone],
  ['ip', 'text', ({ event }) => event.facts.ip],
  ['ip_country', 'text', ({ event }) => event.facts.ipCountry],
  ['device_id', 'text', ({ event }) => event.facts.deviceId],
  ['payment_type', 'text', ({ event }) => event.facts.paymentType],
  ['card_type', 'text', ({ event }) => event.facts.cardType],
  ['bin', 'text', ({ event }) => event.facts.bin],
  ['last_four', 'text', ({ event }) => event.facts.lastFour],
  ['billing_country', 'text', ({ event }) => event.facts.billingCountry],
  ['shipping_country', 'text', ({ event }) => event.facts.shippingCountry],
  ['shipping_city', 'text', ({ event }) => event.facts.shippingCity],
  ['item_count', 'int', ({ event }) => event.facts.itemCount],
  ['device_country', 'text', ({ event }) => deviceCountryOf(event.enrichment)],
  ['label', 'text', ({ label }) => label],
]
const bodyColumns: readonly CopyColumn<DecidedEvent>[] = [
  ['environment_id', 'uuid', event => event.environmentId],
  ['event_id', 'uuid', event => event.eventId],
  ['at', 'time', event => event.at],
  ['received_at', 'time', event => event.receivedAt],
  ['correlation_id', 'text', event => event.correlationId],
  ['request', 'json', event => event.requestText ?? JSON.stringify(event.request)],
  ['enrichment', 'json', event => JSON.stringify(event.enrichment)],
  ['explanation', 'json', event => JSON.stringify(event.explanation)],
]
interface Link {
  event: DecidedEvent
  type: string
  value: string
  display: string
}
const linkColumns: readonly CopyColumn<Link>[] = [
  ['environment_id', 'uuid', ({ event }) => event.environmentId],
  ['event_type', 'text', ({ event }) => event.eventType],
  ['entity_type', 'text', ({ type }) => type],
  ['entity_value', 'text', ({ value }) => value],
  ['at', 'time', ({ event }) => event.at],
  ['event_id', 'uuid', ({ event }) => event.eventId],
  ['display', 'text', ({ display }) => display],
]

/** One statement per table. */
const statements = {
  keys: `insert into event_key (environment_id, event_type, answer, event_id, at, external_id)
    select $1::uuid, $2, '', x.* from (
      select unnest($3::uuid[]), unnest($4::timestamptz[]), unnest($5::text[])) as x(event_id, at, external_id)
    order by x.external_id on conflict do nothing returning event_id`,
  /** The newest label in effect of each event that has one. */
  labels: `select distinct on (x.event_id) x.event_id, case when c.is_fraud then 'Fraud' else 'NonFraud' end as label
    from (select unnest($2::uuid[]), unnest($3::timestamptz[]), unnest($4::text[]), unnest($5::text[]))
      as x(event_id, at, type, id)
    join event_label c on c.environment_id = $1::uuid and c.object_type = x.type and c.object_id = x.id
      and c.is_fraud is not null and ${inEffect('c', 'x.at')}
    order by x.event_id, c.label_at desc, c.received_at desc`,
  events: copyStatement('event', eventColumns),
  bodies: copyStatement('event_body', bodyColumns),
  links: copyStatement('event_entity', linkColumns),
}

/** Memory of the rows of a batch: two or three are in use in turn. */
export interface EventRows {
  events: CopyRows
  bodies: CopyRows
  links: CopyRows
}

export const createEventRows = (): EventRows => ({
  events: new CopyRows(1 << 19),
  bodies: new CopyRows(1 << 22),
  links: new CopyRows(1 << 20),
})

/** Writes the rows of events in the place of others. */
function writeRows(rows: EventRows, events: readonly DecidedEvent[], labelOf: (event: DecidedEvent) => Label): void {
  for (const each of [rows.events, rows.bodies, rows.links]) each.reset()
  for (const event of events) {
    rows.events.add(eventColumns, { event, label: labelOf(event) })
    rows.bodies.add(bodyColumns, event)
    for (const { type, value, display } of event.entities) rows.links.add(linkColumns, { event, type, value, display })
    for (const code of event.facts.postalCodes)
      rows.links.add(linkColumns, { event, type: postalCodeType, value: code, display: code })
  }
}

/** Prepares uploaded events before the transaction that stores them. */
export function prepareUploadedEvents(
  correlationId: string,
  events: readonly DecidedEvent[],
  rows: EventRows,
): UploadedEvents {
  writeRows(rows, events, () => undefined)
  return { correlationId, events, rows }
}

/**
 * Stores uploaded events of one type, each id once, in the transaction. An event that was uploaded before is replaced and
 * keeps its id, so that notes and links on it stay. One that the risk API decided stays as it is: its decision belongs to
 * what was sent then.
 */
export async function storeUploadedEvents(
  trx: Db,
  environmentId: string,
  eventType: string,
  { correlationId, events, rows }: UploadedEvents,
): Promise<StoredKeys> {
  const query = queryOn(trx)
  const keys = await readStoredKeys(
    query,
    environmentId,
    eventType,
    events.map(event => event.externalId),
  )
  const byId = new Map(keys.map(key => [key.external_id, key]))
  const fresh = keys.length === 0 ? events : events.filter(event => !byId.has(event.externalId))
  const uploaded = events.flatMap(event => {
    const key = byId.get(event.externalId)
    return key?.is_uploaded === true ? [{ key, event: { ...event, eventId: key.event_id } }] : []
  })
  // New keys first: the risk API waits for keys that are new or removed, not for locked ones, so that the two of them
  // never wait for each other.
  const ids = fresh.length === 0 ? new Set() : await insertKeys(query, environmentId, eventType, fresh)
  // Without those that the risk API stored since the keys were read.
  const inserted = ids.size === fresh.length ? fresh : fresh.filter(event => ids.has(event.eventId))
  const removed = await replaceKeys(query, environmentId, eventType, uploaded)
  const stored = uploaded.length === 0 ? inserted : [...inserted, ...uploaded.map(({ event }) => event)]
  if (stored.length > 0) await insertEvents(query, environmentId, stored, stored === events ? rows : undefined)
  return {
    keys: stored.map(event => event.externalId),
    stored: stored.length,
    replaced: uploaded.length,
    repeated: removed.filter(each => each === correlationId).length,
  }
}

/** Removes what is stored under the keys of events that replace it. Returns the correlation ids of its uploads. */
async function replaceKeys(
  query: RunQuery,
  environmentId: string,
  eventType: string,
  uploaded: readonly { key: StoredKey; event: DecidedEvent }[],
): Promise<(string | null)[]> {
  if (uploaded.length === 0) return []
  const removed = await removeUploadedEvents(
    query,
    environmentId,
    uploaded.map(({ key }) => key),
  )
  const events = uploaded.map(({ event }) => event)
  const [externalIds, times] = [column('text', events, event => event.externalId), column('time', events, atOf)]
  await query({
    name: 'upload-move-keys',
    text: `update event_key k set at = x.at from unnest($3::text[], $4::timestamptz[]) as x(external_id, at)
      where k.environment_id = $1::uuid and k.event_type = $2 and k.external_id = x.external_id`,
    values: [environmentId, eventType, externalIds, times],
  })
  return removed
}

const column = <Item>(kind: ArrayKind, items: readonly Item[], read: (item: Item) => ArrayValue): Buffer =>
  binaryArray(kind, items.map(read))
const atOf = (event: DecidedEvent): Date => event.at

async function insertKeys(
  query: RunQuery,
  environmentId: string,
  eventType: string,
  events: readonly DecidedEvent[],
): Promise<Set<string>> {
  const values = [
    environmentId,
    eventType,
    column('uuid', events, event => event.eventId),
    column('time', events, atOf),
    column('text', events, event => event.externalId),
  ]
  const { rows } = await query<{ event_id: string }>({ name: 'upload-keys', text: statements.keys, values })
  return new Set(rows.map(row => row.event_id))
}

/** @param written the rows of the events, as far as none has a label */
async function insertEvents(
  query: RunQuery,
  environmentId: string,
  stored: readonly DecidedEvent[],
  written: EventRows | undefined,
): Promise<void> {
  const labelOf = await readLabels(query, environmentId, stored)
  const rows = written ?? createEventRows()
  if (written === undefined || labelOf.size > 0) writeRows(rows, stored, event => labelOf.get(event.eventId))
  await query({ name: 'upload-events', text: statements.events, values: [rows.events.finish()] })
  await query({ name: 'upload-bodies', text: statements.bodies, values: [rows.bodies.finish()] })
  await query({ name: 'upload-links', text: statements.links, values: [rows.links.finish()] })
}

/** Returns the labels of events that have one. */
async function readLabels(
  query: RunQuery,
  environmentId: string,
  events: readonly DecidedEvent[],
): Promise<Map<string, string>> {
  const { rows: found } = await query<{ has: boolean }>({
    name: 'upload-has-labels',
    text: 'select exists (select from event_label where environment_id = $1::uuid) as has',
    values: [environmentId],
  })
  // Most environments have none when their past is uploaded: labels come after what they are about.
  if (found[0]?.has !== true) return new Map()
  const objects = events.flatMap(event => labelledObjects(event).map(object => ({ event, ...object })))
  const { rows } = await query<{ event_id: string; label: string }>({
    name: 'upload-read-labels',
    text: statements.labels,
    values: [
      environmentId,
      column('uuid', objects, ({ event }) => event.eventId),
      column('time', objects, ({ event }) => event.at),
      column('text', objects, ({ type }) => type),
      column('text', objects, ({ id }) => id),
    ],
  })
  return new Map(rows.map(row => [row.event_id, row.label]))
}
