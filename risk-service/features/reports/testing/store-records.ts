import type { Db } from '../../../ports/database.ts'
import type { RandomRecord } from './random-records.ts'

/** A record in an environment. */
export interface PlacedRecord extends RandomRecord {
  environmentId: string
}

/** An id that sorts as its number does. */
const idOf = (number: number): string => `a0000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`
const rowsAtOnce = 500

/** Stores purchases with everything that later events say of them, as the service would have received it. */
export async function storeRecords(db: Db, records: readonly PlacedRecord[]): Promise<void> {
  const events = records.map((record, index) => ({
    environment_id: record.environmentId,
    at: new Date(record.time),
    event_id: idOf(index),
    event_type: 'purchase',
    external_id: record.id,
    assessment_type: 'Protect',
    decision: record.decision ?? 'None',
    reason: '',
    risk_score: record.score ?? -1,
    amount_usd: record.amountUsd === null ? null : Math.round(record.amountUsd * 100),
    ip_country: record.attrs.country,
    card_type: record.rule,
  }))
  for (let first = 0; first < events.length; first += rowsAtOnce) {
    const some = events.slice(first, first + rowsAtOnce)
    await db.insertInto('event').values(some).execute()
    await db
      .insertInto('event_body')
      .values(
        some.map(({ environment_id, at, event_id, external_id }) => ({
          environment_id,
          at,
          event_id,
          request: JSON.stringify({ purchaseId: external_id, merchantBusinessSegment: 'Shoes' }),
          enrichment: '{}',
          explanation: '{}',
        })),
      )
      .execute()
    await db
      .insertInto('event_key')
      .values(
        some.map(({ environment_id, at, event_id, event_type, external_id }) => ({
          environment_id,
          at,
          event_id,
          event_type,
          external_id,
          answer: '{}',
        })),
      )
      .execute()
  }
  await storeDataEvents(db, records)
  const labels = records.flatMap(({ environmentId, id, labels: of }) =>
    of.map(({ isFraud, time, received }, index) => ({
      environment_id: environmentId,
      label_key: `${id}\n${index}`,
      object_type: 'Purchase',
      object_id: id,
      is_fraud: isFraud,
      label_at: new Date(time),
      received_at: new Date(received ?? time),
      body: '{}',
    })),
  )
  for (let first = 0; first < labels.length; first += rowsAtOnce)
    await db
      .insertInto('event_label')
      .values(labels.slice(first, first + rowsAtOnce))
      .execute()
}

async function storeDataEvents(db: Db, records: readonly PlacedRecord[]): Promise<void> {
  const sent = records.flatMap(({ environmentId, id, time: at, final, finalTime, bank, chargebacks, refunds }) =>
    [
      ...(final === null ? [] : [{ type: 'purchasestatus', time: finalTime ?? at, body: { statusType: final } }]),
      ...bank.map(({ time, ...body }) => ({ type: 'bankevent', time, body })),
      ...chargebacks.map(({ time, received, ...body }) => ({ type: 'chargeback', time, received, body })),
      // Any case is understood.
      ...refunds.map(({ time, received, status, reason }) => ({
        type: 'refund',
        time,
        received,
        body: { status: status.toUpperCase(), reason },
      })),
    ].map(event => ({ ...event, environmentId, id })),
  )
  const rows = sent.map(
    (
      { environmentId, id, type, time, received, body }: (typeof sent)[number] & { received?: string | null },
      index,
    ) => ({
      environment_id: environmentId,
      at: new Date(received ?? time),
      data_id: idOf(index),
      event_type: type,
      event_key: `${index}`,
      entity_id: id,
      subject_type: 'purchase',
      subject_id: id,
      happened_at: new Date(time),
      received_at: new Date(received ?? time),
      body: JSON.stringify(body),
    }),
  )
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await db
      .insertInto('data_event')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute()
}
