/** Writes a batch of decided events, or of labels, on the event writer's connection. */
import {
  type DecidedEvent,
  type LabelState,
  type LabelWrite,
  UnavailableError,
  type WrittenEvent,
} from '../../../ports/index.ts'
import type { ChainRule } from '../../../ports/stored-explanation.ts'
import { newId } from '../new-id.ts'
import { renewSnapshots } from './case-sql.ts'
import { valuesOf } from './event-records.ts'
import { type EncodeArray, readAnswers, writeEvents } from './event-writer-sql.ts'
import { lockLabelled, readLabels, relabel, writeLabels } from './label-sql.ts'
import { readStoredKeys, removeUploadedEvents, removeUploadedKeys } from './remove-uploaded-events.ts'
import { uploadMark } from './upload-query.ts'
import type { WriterConnection } from './writer-connection.ts'

/** Writes events in one statement; an event whose id is stored already gets the stored answer. */
export const writeEventBatch = (
  connection: WriterConnection,
  batch: readonly DecidedEvent[],
  encode: EncodeArray,
): Promise<WrittenEvent[]> => writeBatch(connection, batch, encode, false)

/** @param isNested a transaction is under way */
async function writeBatch(
  connection: WriterConnection,
  batch: readonly DecidedEvent[],
  encode: EncodeArray,
  isNested: boolean,
): Promise<WrittenEvent[]> {
  const { rows } = await connection.query<{ event_id: string; transaction: string }>({
    name: 'write-events',
    text: writeEvents,
    values: valuesOf(batch, encode),
  })
  const transaction = Number(rows[0]?.transaction)
  if (rows.length === batch.length) return batch.map(item => ({ answer: item.answer, replayed: false, transaction }))
  const stored = new Set(rows.map(row => row.event_id))
  const repeats = batch.filter(item => !stored.has(item.eventId))
  const answers = await connection.query<{
    environment_id: string
    event_type: string
    external_id: string
    answer: string
    rules: readonly ChainRule[] | null
  }>({
    name: 'read-answers',
    text: readAnswers,
    values: [
      JSON.stringify(
        repeats.map(item => ({
          environment_id: item.environmentId,
          event_type: item.eventType,
          external_id: item.externalId,
        })),
      ),
    ],
  })
  await renewCases(connection, repeats)
  const byKey = new Map(answers.rows.map(row => [eventKeyOf(row.environment_id, row.event_type, row.external_id), row]))
  const uploaded = repeats.filter(
    item => byKey.get(eventKeyOf(item.environmentId, item.eventType, item.externalId))?.answer === '',
  )
  const written = uploaded.length === 0 ? [] : await replaceUploads(connection, uploaded, encode, isNested)
  const replaced = new Map(uploaded.map((item, index) => [item, written[index]]))
  return batch.map(item => {
    if (stored.has(item.eventId)) return { answer: item.answer, replayed: false, transaction }
    const result = replaced.get(item)
    if (result !== undefined) return result
    const first = byKey.get(eventKeyOf(item.environmentId, item.eventType, item.externalId))
    if (first === undefined) throw new UnavailableError('database')
    return { answer: first.answer, replayed: true, rules: first.rules }
  })
}

/** Writes events in the place of uploaded ones of the same ids, in one transaction: one of the two is always stored. */
async function replaceUploads(
  connection: WriterConnection,
  events: readonly DecidedEvent[],
  encode: EncodeArray,
  isNested: boolean,
): Promise<WrittenEvent[]> {
  const replace = async (): Promise<WrittenEvent[]> => {
    await removeUploads(connection, events)
    return await writeBatch(connection, events, encode, true)
  }
  return isNested ? replace() : inTransaction(connection, replace)
}

/** Does work in a transaction of the connection. */
async function inTransaction<Result>(connection: WriterConnection, work: () => Promise<Result>): Promise<Result> {
  await connection.query('begin')
  try {
    const result = await work()
    await connection.query('commit')
    return result
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * An uploaded event was not decided and has no answer: the one of the risk API takes its place. The keys of a type are
 * locked at once, in one order, so that an upload of the same ids is never waited for in a circle.
 */
async function removeUploads(connection: WriterConnection, events: readonly DecidedEvent[]): Promise<void> {
  const query = connection.query.bind(connection)
  for (const own of Map.groupBy(events, event => `${event.environmentId}\n${event.eventType}`).values()) {
    const [{ environmentId, eventType } = { environmentId: '', eventType: '' }] = own
    const ids = own.map(event => event.externalId)
    const keys = (await readStoredKeys(query, environmentId, eventType, ids)).filter(key => key.is_uploaded)
    if (keys.length === 0) continue
    await removeUploadedKeys(query, environmentId, eventType, keys)
    await removeUploadedEvents(query, environmentId, keys)
  }
}

/** Renews the cases of events that were sent again, perhaps with other values. */
async function renewCases(connection: WriterConnection, repeats: readonly DecidedEvent[]): Promise<void> {
  // One statement changes a case once: the latest of several repeats counts.
  const latest = new Map(repeats.map(item => [eventKeyOf(item.environmentId, item.eventType, item.externalId), item]))
  const rows = [...latest.values()].map(({ facts, entities, ...item }) => ({
    environment_id: item.environmentId,
    event_type: item.eventType,
    external_id: item.externalId,
    amount: facts.amount,
    currency: facts.currency,
    amount_usd: facts.amountUsd,
    user_id: facts.userId,
    email: facts.email,
    ip: facts.ip,
    country: facts.ipCountry,
    device_id: facts.deviceId,
    payment_id: entities.find(({ type }) => type === 'payment')?.display ?? null,
    payers: facts.payers,
    entry_id: newId(),
    at: item.receivedAt,
  }))
  if (rows.length > 0)
    await connection.query({ name: 'renew-cases', text: renewSnapshots, values: [JSON.stringify(rows)] })
}

/** Merges labels into the stored ones and labels their events, in one transaction. */
export async function writeLabelBatch(
  connection: WriterConnection,
  batch: readonly LabelWrite[],
): Promise<undefined[]> {
  const keys = JSON.stringify(batch.map(item => ({ environment_id: item.environmentId, label_key: item.key })))
  const { rows } = await connection.query<{
    environment_id: string
    label_key: string
    is_fraud: boolean | null
    label_at: Date
    body: Record<string, unknown>
  }>({ name: 'read-labels', text: readLabels, values: [keys] })
  const states = new Map<string, LabelState>(
    rows.map(row => [
      `${row.environment_id}\n${row.label_key}`,
      { body: row.body, isFraud: row.is_fraud, at: row.label_at.toISOString() },
    ]),
  )
  const writes = new Map<string, Record<string, unknown>>()
  for (const item of batch) {
    const key = `${item.environmentId}\n${item.key}`
    const state = item.merge(states.get(key) ?? null)
    // From now on it is one of the risk API: an upload changes it only by a later one.
    delete state.body[uploadMark]
    states.set(key, state)
    writes.set(key, {
      environment_id: item.environmentId,
      label_key: item.key,
      object_type: item.objectType,
      object_id: item.objectId,
      event_types: item.eventTypes,
      is_fraud: state.isFraud,
      label_at: state.at,
      body: state.body,
    })
  }
  const payload = JSON.stringify([...writes.values()])
  await inTransaction(connection, async () => {
    await connection.query({ name: 'write-labels', text: writeLabels, values: [payload] })
    await connection.query({ name: 'lock-labelled', text: lockLabelled, values: [payload] })
    // A statement of its own, so that it sees the labels just written, and those of others that the lock waited for;
    // events change together with their labels or not at all.
    await connection.query({ name: 'relabel', text: relabel, values: [payload] })
  })
  return batch.map(() => undefined)
}

/** Returns the key that identifies an event for a merchant. */
export const eventKeyOf = (environmentId: string, eventType: string, externalId: string): string =>
  `${environmentId}\n${eventType}\n${externalId}`
