import { postalCodeType } from '../../../engine/enrich/postal-codes.ts'
import type { Db } from '../../../ports/database.ts'
import type { DecidedEvent } from '../../../ports/index.ts'
import { type ArrayKind, type ArrayValue, arrayTypes, binaryArray } from '../connection/binary-arrays.ts'
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

/** Events of one type, each id once. */
export interface UploadedEvents {
  correlationId: string
  events: readonly DecidedEvent[]
  /** All events, encoded in advance: nearly always none of them is stored. */
  encoded?: EncodedEvents
}

/** A column of a table: its type in the protocol, where it is in an item, and its type in the table where that differs. */
type Column<Item> = readonly [name: string, kind: ArrayKind, read: (item: Item) => ArrayValue, cast?: string]

const keyColumns: readonly Column<DecidedEvent>[] = [
  ['event_id', 'uuid', event => event.eventId],
  ['at', 'time', event => event.at],
  ['external_id', 'text', event => event.externalId],
]
/** The others are the same for all uploaded events of a run, or empty. */
const eventColumns: readonly Column<DecidedEvent>[] = [
  ...keyColumns,
  ['reason', 'text', event => event.reason],
  ['merchant_at', 'time', ({ facts }) => facts.merchantAt],
  ['assessment_type', 'text', ({ facts }) => facts.assessmentType],
  ['amount', 'number', ({ facts }) => facts.amount, 'bigint'],
  ['currency', 'text', ({ facts }) => facts.currency],
  ['amount_usd', 'number', ({ facts }) => facts.amountUsd, 'bigint'],
  ['user_id', 'text', ({ facts }) => facts.userId],
  ['user_name', 'text', ({ facts }) => facts.userName],
  ['email', 'text', ({ facts }) => facts.email],
  ['phone', 'text', ({ facts }) => facts.phone],
  ['ip', 'text', ({ facts }) => facts.ip],
  ['ip_country', 'text', ({ facts }) => facts.ipCountry],
  ['device_id', 'text', ({ facts }) => facts.deviceId],
  ['payment_type', 'text', ({ facts }) => facts.paymentType],
  ['card_type', 'text', ({ facts }) => facts.cardType],
  ['bin', 'text', ({ facts }) => facts.bin],
  ['last_four', 'text', ({ facts }) => facts.lastFour],
  ['billing_country', 'text', ({ facts }) => facts.billingCountry],
  ['shipping_country', 'text', ({ facts }) => facts.shippingCountry],
  ['shipping_city', 'text', ({ facts }) => facts.shippingCity],
  ['item_count', 'number', ({ facts }) => facts.itemCount, 'int'],
  ['device_country', 'text', event => deviceCountryOf(event.enrichment)],
]
const bodyColumns: readonly Column<DecidedEvent>[] = [
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
const linkColumns: readonly Column<Link>[] = [
  ['entity_type', 'text', ({ type }) => type],
  ['entity_value', 'text', ({ value }) => value],
  ['at', 'time', ({ event }) => event.at],
  ['event_id', 'uuid', ({ event }) => event.eventId],
  ['display', 'text', ({ display }) => display],
]
type LabelledObject = ReturnType<typeof labelledObjects>[number] & { event: DecidedEvent }
const objectColumns: readonly Column<LabelledObject>[] = [
  ['event_id', 'uuid', ({ event }) => event.eventId],
  ['at', 'time', ({ event }) => event.at],
  ['type', 'text', ({ type }) => type],
  ['id', 'text', ({ id }) => id],
]

interface EncodedEvents {
  keys: Buffer[]
  events: Buffer[]
  bodies: Buffer[]
  links: Buffer[]
  objects: Buffer[]
}

function encode<Item>(columns: readonly Column<Item>[], items: readonly Item[]): Buffer[] {
  return columns.map(([, kind, read]) => binaryArray(kind, items.map(read)))
}

const namesOf = <Item>(columns: readonly Column<Item>[]): string => columns.map(([name]) => name).join(', ')
/**
 * The columns of a batch as a list to select. A function in `from` would write each of its columns into a store of its
 * own before the first row is there.
 */
const rowsOf = <Item>(columns: readonly Column<Item>[], first: number): string =>
  columns
    .map(([, kind, , cast], index) => {
      const values = `unnest($${first + index}::${arrayTypes[kind]})`
      return cast === undefined ? values : `${values}::${cast}`
    })
    .join(', ')

const labelColumns: readonly Column<DecidedEvent>[] = [['label', 'text', () => null]]

/**
 * One statement per table, of rows of which nothing has to be joined: a join of a batch costs as much as storing it.
 * Parameters: the environment, the type of the events, and columns.
 */
const statements = {
  keys: `insert into event_key (environment_id, event_type, answer, ${namesOf(keyColumns)})
    select $1::uuid, $2, '', x.* from (select ${rowsOf(keyColumns, 3)}) as x(${namesOf(keyColumns)})
    order by x.external_id on conflict do nothing returning event_id`,
  /** The newest label in effect of each event that has one. */
  labels: `select distinct on (x.event_id) x.event_id, case when c.is_fraud then 'Fraud' else 'NonFraud' end as label
    from (select ${rowsOf(objectColumns, 2)}) as x(${namesOf(objectColumns)})
    join event_label c on c.environment_id = $1::uuid and c.object_type = x.type and c.object_id = x.id
      and c.is_fraud is not null and ${inEffect('c', 'x.at')}
    order by x.event_id, c.label_at desc, c.received_at desc`,
  events: `insert into event (environment_id, event_type, decision, risk_score, ${namesOf([...eventColumns, ...labelColumns])})
    select $1::uuid, $2, 'None', -1, ${rowsOf([...eventColumns, ...labelColumns], 3)}`,
  bodies: `insert into event_body (environment_id, ${namesOf(bodyColumns)})
    select $1::uuid, ${rowsOf(bodyColumns, 2)}`,
  links: `insert into event_entity (environment_id, event_type, ${namesOf(linkColumns)})
    select $1::uuid, $2, ${rowsOf(linkColumns, 3)}`,
}

/** Encodes uploaded events before the transaction that stores them. */
export const encodeUploadedEvents = (correlationId: string, events: readonly DecidedEvent[]): UploadedEvents => ({
  correlationId,
  events,
  encoded: encodeEvents(events),
})

function encodeEvents(events: readonly DecidedEvent[]): EncodedEvents {
  const links = events.flatMap((event): Link[] => [
    ...event.entities.map(entity => ({ event, ...entity })),
    ...event.facts.postalCodes.map(code => ({ event, type: postalCodeType, value: code, display: code })),
  ])
  const objects = events.flatMap(event => labelledObjects(event).map(object => ({ event, ...object })))
  return {
    keys: encode(keyColumns, events),
    events: encode(eventColumns, events),
    bodies: encode(bodyColumns, events),
    links: encode(linkColumns, links),
    objects: encode(objectColumns, objects),
  }
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
  { correlationId, events, encoded }: UploadedEvents,
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
  const all = (fresh === events ? encoded : undefined) ?? encodeEvents(fresh)
  const ids = fresh.length === 0 ? new Set() : await insertKeys(query, environmentId, eventType, all)
  // Without those that the risk API stored since the keys were read.
  const inserted = ids.size === fresh.length ? fresh : fresh.filter(event => ids.has(event.eventId))
  const removed = await replaceKeys(query, environmentId, eventType, uploaded)
  const stored = uploaded.length === 0 ? inserted : [...inserted, ...uploaded.map(({ event }) => event)]
  if (stored.length > 0)
    await insertEvents(query, environmentId, eventType, stored, stored === fresh ? all : encodeEvents(stored))
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
  const column = (kind: ArrayKind, read: (event: DecidedEvent) => ArrayValue) =>
    binaryArray(
      kind,
      uploaded.map(({ event }) => read(event)),
    )
  const [externalIds, times] = [column('text', event => event.externalId), column('time', event => event.at)]
  await query({
    name: 'upload-move-keys',
    text: `update event_key k set at = x.at from unnest($3::text[], $4::timestamptz[]) as x(external_id, at)
      where k.environment_id = $1::uuid and k.event_type = $2 and k.external_id = x.external_id`,
    values: [environmentId, eventType, externalIds, times],
  })
  return removed
}

async function insertKeys(
  query: RunQuery,
  environmentId: string,
  eventType: string,
  { keys }: EncodedEvents,
): Promise<Set<string>> {
  const values = [environmentId, eventType, ...keys]
  const { rows } = await query<{ event_id: string }>({ name: 'upload-keys', text: statements.keys, values })
  return new Set(rows.map(row => row.event_id))
}

async function insertEvents(
  query: RunQuery,
  environmentId: string,
  eventType: string,
  stored: readonly DecidedEvent[],
  { objects, events, bodies, links }: EncodedEvents,
): Promise<void> {
  const { rows: labelled } = await query<{ event_id: string; label: string }>({
    name: 'upload-read-labels',
    text: statements.labels,
    values: [environmentId, ...objects],
  })
  const labelOf = new Map(labelled.map(row => [row.event_id, row.label]))
  const labels = binaryArray(
    'text',
    stored.map(event => labelOf.get(event.eventId)),
  )
  const place = [environmentId, eventType]
  await query({ name: 'upload-events', text: statements.events, values: [...place, ...events, labels] })
  await query({ name: 'upload-bodies', text: statements.bodies, values: [environmentId, ...bodies] })
  await query({ name: 'upload-links', text: statements.links, values: [...place, ...links] })
}
