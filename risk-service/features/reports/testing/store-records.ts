import type { Db } from '../../../ports/database.ts'
import type { RandomRecord } from './random-records.ts'

/** A record in an environment. */
export interface PlacedRecord extends RandomRecord {
  environmentId: string
  /** Of what the client said; none when absent. */
  userAgent?: string
  /** What the device said of scripts; nothing when absent. */
  javaScript?: string
  /** What the bot model said; nothing when absent. */
  botScore?: number
}

/** The chain of random records: rules that decide, then rules that observe. */
const chainRules = [
  { rule: 'Geo', clauses: ['one', 'two'] },
  { rule: 'Score', clauses: ['one', 'two'] },
  { rule: 'Amount', clauses: ['one', 'two'] },
  { rule: 'O1', clauses: ['x', 'y'] },
  { rule: 'O2', clauses: ['x', 'y'] },
]
/** Returns the id of a rule of the chain. */
export const ruleIdOf = (name: string): string =>
  `c0000000-0000-4000-8000-00000000000${chainRules.findIndex(({ rule }) => rule === name)}`
const chainId = 'c0000000-0000-4000-8000-0000000000ff'

const observationForms = [
  { effect: 'decide', observes: true, outputs: {} },
  { effect: 'observe', outputs: { seen: 1 } },
]
const explanationOf = ({ observe, botScore }: PlacedRecord): string =>
  JSON.stringify({
    ...(botScore === undefined ? {} : { reads: { bot: botScore } }),
    contributions: [{ code: 'NewAccount', points: 1, value: null }],
    runtimeErrors: [],
    chain: chainId,
    selected: '11111',
    clauses: Object.fromEntries(
      chainRules.map(({ rule }, position) => [
        position,
        [
          // A clause that only sets variables for others is no observation.
          { clause: 'one', effect: 'observe', outputs: {} },
          ...observe
            .filter(each => each.rule === rule)
            // Earlier versions stored outputs alone.
            .map(({ clause }) => ({ clause, ...observationForms[clause === 'x' ? 0 : 1] })),
        ],
      ]),
    ),
  })

type LaterBody = Record<string, string | null>
/** How events of a type and what is said of them later are stored. */
interface StoredForm {
  eventType: string
  labelObject: string
  status: (statusType: string) => { type: string; body: unknown }
  /** Absent: no bank speaks of them. */
  bank?: (kind: 'bankevent' | 'chargeback' | 'refund', body: LaterBody) => { type: string; body: unknown } | null
}
const purchaseForm: StoredForm = {
  eventType: 'purchase',
  labelObject: 'Purchase',
  status: statusType => ({ type: 'purchasestatus', body: { statusType } }),
  bank: (type, body) => ({ type, body }),
}
/** Account logins have a status and labels. */
export const loginForm: StoredForm = {
  eventType: 'accountlogin',
  labelObject: 'AccountLogin',
  status: statusType => ({ type: 'accountloginstatus', body: { statusDetails: { statusType } } }),
}
/** Events of a tenant assessment, whose observations are named after what they say. */
export const tenantForm = (apiName: string): StoredForm => ({
  eventType: apiName,
  labelObject: `Event:${apiName}`,
  status: statusType => ({ type: `${apiName}:Outcome`, body: { statusDetails: { statusType } } }),
  bank: (kind, body) =>
    kind === 'refund'
      ? null
      : kind === 'chargeback'
        ? { type: `${apiName}:Dispute`, body: { chargeback: body } }
        : { type: `${apiName}:BankAnswer`, body: { bank: body } },
})

/** An id that sorts as its number does, and differs from those of other event types. */
const idOf = (number: number, eventType: string): string =>
  `${Buffer.from(eventType.padEnd(4)).toString('hex').slice(0, 8)}-0000-4000-8000-${`${number}`.padStart(12, '0')}`
const rowsAtOnce = 500

/** Stores events with everything that is said of them later, as the service would have received it. */
export async function storeRecords(
  db: Db,
  records: readonly PlacedRecord[],
  form: StoredForm = purchaseForm,
): Promise<void> {
  await db
    .insertInto('rule_chain')
    .values({
      id: chainId,
      rules: JSON.stringify(
        chainRules.map(({ rule, clauses }) => ({ ruleId: ruleIdOf(rule), rule, environmentId: null, clauses })),
      ),
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const explanations = records.map(explanationOf)
  const events = records.map((record, index) => ({
    environment_id: record.environmentId,
    at: new Date(record.time),
    event_id: idOf(index, form.eventType),
    event_type: form.eventType,
    external_id: record.id,
    assessment_type: 'Protect',
    decision: record.decision ?? 'None',
    reason: '',
    risk_score: record.score ?? -1,
    amount_usd: record.amountUsd === null ? null : Math.round(record.amountUsd * 100),
    ip_country: record.attrs.country,
    card_type: record.rule,
    rule_id: record.rule === null ? null : ruleIdOf(record.rule),
    rule: record.rule,
    clause: record.rule === null ? null : record.clause,
  }))
  for (let first = 0; first < events.length; first += rowsAtOnce) {
    const some = events.slice(first, first + rowsAtOnce)
    await db.insertInto('event').values(some).execute()
    await db
      .insertInto('event_body')
      .values(
        some.map(({ environment_id, at, event_id, external_id }, index) => ({
          environment_id,
          at,
          event_id,
          request: JSON.stringify({ purchaseId: external_id, merchantBusinessSegment: 'Shoes' }),
          enrichment: JSON.stringify({
            deviceAttributes: {
              browserUserAgent: records[first + index]?.userAgent ?? '',
              javaScriptEnabled: records[first + index]?.javaScript,
            },
          }),
          explanation: explanations[first + index] ?? '{}',
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
  await storeDataEvents(db, records, form)
  const labels = records.flatMap(({ environmentId, id, labels: of }) =>
    of.map(({ isFraud, time, received }, index) => ({
      environment_id: environmentId,
      label_key: `${form.labelObject}\n${id}\n${index}`,
      object_type: form.labelObject,
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

async function storeDataEvents(db: Db, records: readonly PlacedRecord[], form: StoredForm): Promise<void> {
  const sent = records.flatMap(({ environmentId, id, time: at, final, finalTime, bank, chargebacks, refunds }) =>
    [
      ...(final === null ? [] : [{ ...form.status(final), time: finalTime ?? at }]),
      ...bank.map(({ time, ...body }) => ({ ...form.bank?.('bankevent', body), time })),
      ...chargebacks.map(({ time, received, ...body }) => ({ ...form.bank?.('chargeback', body), time, received })),
      // Any case is understood.
      ...refunds.map(({ time, received, status, reason }) => ({
        ...form.bank?.('refund', { status: status.toUpperCase(), reason }),
        time,
        received,
      })),
    ].flatMap(({ type, ...event }) => (type === undefined ? [] : [{ ...event, type, environmentId, id }])),
  )
  const rows = sent.map(
    (
      { environmentId, id, type, time, received, body }: (typeof sent)[number] & { received?: string | null },
      index,
    ) => ({
      environment_id: environmentId,
      at: new Date(received ?? time),
      data_id: idOf(index, form.eventType),
      event_type: type,
      event_key: `${form.eventType}${index}`,
      entity_id: id,
      subject_type: form.eventType,
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
