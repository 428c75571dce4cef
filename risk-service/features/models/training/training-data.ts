import type { ModelKind } from '../../../contract/models/models.ts'
import { type Json, objectOf } from '../../../engine/lib/json.ts'
import { streamStoredEvent } from '../../../engine/replay/stream-stored-event.ts'
import { botFeatures, computeBotFeatures } from '../../../engine/score/features/bot-features.ts'
import { createSampler, type StreamEvent } from '../../../engine/score/training/sample.ts'
import type { Sample } from '../../../engine/score/training/train-scorecard.ts'

/** Maximum of newest events that a training reads; older ones are not worth their time. */
const maxEvents = 250_000
/**
 * Events of one statement: some tenths of a second, so that the reading blocks nothing else in the database for long.
 */
const defaultPageSize = 8000

interface Row {
  at: Date
  event_id: string
  event_type: string
  amount_usd: number | null
  email: string | null
  ip: string | null
  ip_country: string | null
  billing_country: string | null
  shipping_country: string | null
  item_count: number | null
  bin: string | null
  last_four: string | null
  label: 'Fraud' | 'NonFraud' | null
  label_at: Date | null
  request: Json
  enrichment: Json
}

/** Returns an event as its model would have read it; `fraud` with the time of its label. */
const streamEvent = (row: Row): StreamEvent => ({
  ...streamStoredEvent({
    eventId: row.event_id,
    eventType: row.event_type,
    at: row.at.getTime(),
    amountUsd: row.amount_usd,
    request: row.request,
    enrichment: row.enrichment,
    facts: {
      email: row.email,
      ip: row.ip,
      ipCountry: row.ip_country,
      billingCountry: row.billing_country,
      shippingCountry: row.shipping_country,
      itemCount: row.item_count,
      bin: row.bin,
      lastFour: row.last_four,
    },
  }),
  scored: true,
  fraud: row.label === null ? null : row.label === 'Fraud',
  labelAt: row.label_at?.getTime() ?? Number.POSITIVE_INFINITY,
})

/** Runs a query on the database. */
export type RunQuery = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

export interface TrainingData {
  sample: Sample
  from: Date | null
  to: Date | null
}

/**
 * Reads the newest events of an environment in order of time, page by page, and builds a sample of the labelled ones,
 * each with its history at that time. A bot sample contains the events with a fingerprinted session.
 */
export async function loadTrainingData(
  query: RunQuery,
  environmentId: string,
  kind: ModelKind,
  onProgress: (share: number) => void,
  page = defaultPageSize,
): Promise<TrainingData> {
  const starts = (await query(startsOf, [environmentId, maxEvents, page])).rows as { at: Date; newest: Date }[]
  const sampler = createSampler()
  const bots: { facts: ReturnType<typeof computeBotFeatures>; fraud: boolean }[] = []
  let first: Date | null = null
  let newest: Date | null = null
  for (const [index, { at, newest: end }] of starts.entries()) {
    const to = starts[index + 1]?.at ?? new Date(end.getTime() + 1)
    for (const row of (await query(pageOf, [environmentId, at, to])).rows as Row[]) {
      if (row.label !== null) {
        first ??= row.at
        newest = row.at
      }
      if (kind === 'risk') sampler.add(streamEvent(row))
      else if (row.label !== null && objectOf(row.enrichment.deviceAttributes).botScore !== undefined)
        bots.push({
          facts: computeBotFeatures(objectOf(row.enrichment.deviceAttributes)),
          fraud: row.label === 'Fraud',
        })
    }
    onProgress((index + 1) / starts.length)
  }
  const sample: Sample =
    kind === 'risk'
      ? sampler.sample()
      : {
          features: botFeatures.map(([id, direction]) => ({ id, direction })),
          columns: botFeatures.map(([id]) => Float64Array.from(bots, ({ facts }) => facts[id] ?? Number.NaN)),
          labels: Uint8Array.from(bots, ({ fraud }) => Number(fraud)),
        }
  return { sample, from: first, to: newest }
}

/** Start of each page of the newest events, and the time of the last one. */
const startsOf = `
  select at, newest from (
    select at, max(at) over () as newest, row_number() over (order by at) as place from (select at from event where environment_id = $1 order by at desc limit $2) newest
  ) numbered where place % $3 = 1 order by at`

/**
 * A page by its time. Each body is looked up by its whole key (`offset 0` prevents the planner from choosing): for the
 * rows of the last minutes the planner has no statistics, estimates one row, and would read the page again for every
 * event. Time of a label: that of the last data event that refers to the event, by the stored fields of the event.
 */
const pageOf = `
  select e.at, e.event_id, e.event_type, e.amount_usd, e.email, e.ip, e.ip_country, e.billing_country, e.shipping_country, e.item_count, e.bin, e.last_four, e.label,
    b.request, b.enrichment,
    case when e.label is not null then (
      select max(l.received_at) from (
        select t.type, e.external_id as id from unnest(array['Purchase', 'AccountCreation', 'AccountLogin', 'GenericEvent', 'Event:' || e.event_type]) t(type) union all
        select case n.type when 'user' then 'Account' when 'payment' then 'PI' when 'email' then 'Email' end, n.value
        from json_to_recordset(coalesce(b.enrichment -> 'entities', '[]')) as n(type text, value text) where n.type in ('user', 'payment', 'email')
      ) k join event_label l on l.environment_id = e.environment_id and l.object_type = k.type and l.object_id = k.id and l.is_fraud is not null
    ) end as label_at
  from event e cross join lateral (
    select request, enrichment from event_body where environment_id = e.environment_id and at = e.at and event_id = e.event_id offset 0
  ) b
  where e.environment_id = $1 and e.at >= $2 and e.at < $3
  order by e.at, e.event_id`
