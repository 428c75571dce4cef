import { sql } from 'kysely'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../ports/database.ts'
import { type EventSource, purchasesOf } from './store.ts'

/** Chargebacks or refunds of one currency: their number, and their amounts in its major units. */
export interface BankEventSums {
  event_type: 'chargeback' | 'refund'
  /** Null: neither the events nor their purchases name one. */
  currency: string | null
  total: number
  month: number
  day: number
  amount: number
  amount_month: number
  amount_day: number
}

/**
 * Sums chargebacks and refunds of an account's purchases by currency, each once: at the time of its first stage, with
 * the amount that was named last. One without a currency is in that of its purchase.
 */
export async function sumBankEvents(
  db: Db,
  environmentIds: readonly string[],
  source: EventSource,
  { month, day }: { month: Date; day: Date },
  signal?: AbortSignal,
): Promise<BankEventSums[]> {
  const amount = sql`case when json_typeof(d.body -> 'amount') = 'number' then (d.body ->> 'amount')::float8 end`
  const currency = sql`upper(coalesce(nullif(d.body ->> 'currency', ''), own.currency))`
  const latest = sql`order by d.happened_at desc, d.at desc) filter (where ${amount} is not null))[1]`
  const since = (at: Date) => sql`filter (where at >= ${at}::timestamptz)`
  const { rows } = await sql<BankEventSums>`
    with own as (select e.environment_id, e.external_id, max(e.currency) as currency
      from ${purchasesOf(environmentIds, source)} group by e.environment_id, e.external_id),
    once as (select d.event_type, min(d.happened_at) as at,
        (array_agg(${amount} ${latest} as amount, coalesce((array_agg(${currency} ${latest}, max(own.currency)) as currency
      from own join data_event d on d.environment_id = own.environment_id and d.subject_type = 'purchase' and d.subject_id = own.external_id
      where d.event_type in ('chargeback', 'refund') group by d.event_type, d.environment_id, d.entity_id)
    select event_type, currency, count(*)::int as total, (count(*) ${since(month)})::int as month, (count(*) ${since(day)})::int as day,
      coalesce(sum(amount), 0)::float8 as amount, coalesce(sum(amount) ${since(month)}, 0)::float8 as amount_month,
      coalesce(sum(amount) ${since(day)}, 0)::float8 as amount_day
    from once group by event_type, currency`.execute(db, cancellable(signal))
  return rows
}
