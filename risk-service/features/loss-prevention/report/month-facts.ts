import { sql } from 'kysely'
import { isRatioReason, type LossEntityKind, type LossReason, lossReasons } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { terminalKey } from './terminal-key.ts'

/** What is counted of a reason. */
interface ReasonCount {
  value: number
  /** Returns or items that the reason counts, out of how many. */
  count: number
  size: number
}
/** A member of staff or a terminal in one month. */
export interface MonthFacts {
  kind: LossEntityKind
  id: string
  /** The store, and the ID of the terminal: those of most transactions. */
  unit: string
  place: string
  transactions: number
  returnsUsd: number
  discountsUsd: number
  reasons: Record<LossReason, ReasonCount>
}

interface FactsRow extends Omit<MonthFacts, 'reasons'> {
  returns: number
  cash: number
  card: number
  noReceipt: number
  items: number
  discountedCards: number
  offered: number
  fullPrice: number
}

/**
 * Counts the transactions of one month by members of staff and by terminals, each once. Lines and payments are looked
 * up by their key: a join of sets would depend on statistics, which there are none of after a large import.
 */
export async function readMonthFacts(db: Db, environmentId: string, month: string): Promise<MonthFacts[]> {
  const { rows } = await sql<FactsRow>`
    with t as materialized (
      select number, terminal, unit, staff, is_return, has_receipt, amount_usd, discount_usd,
        ${terminalKey(sql`unit`, sql`terminal`)} as place
      from loss_transaction where environment_id = ${environmentId}::uuid and month = ${month}
    ), offers as materialized (
      select distinct t.unit, s.product
      from t
      join loss_sale s on s.environment_id = ${environmentId}::uuid and s.number = t.number
        and s.terminal = t.terminal and s.unit = t.unit
      where s.is_discounted and not t.is_return
    )
    select case when grouping(t.staff) = 0 then 'staff' else 'terminal' end as kind,
      case when grouping(t.staff) = 0 then t.staff else t.place end as id,
      mode() within group (order by t.unit) as unit,
      mode() within group (order by t.place) as place,
      count(*)::int as transactions,
      coalesce(sum(t.amount_usd) filter (where t.is_return), 0)::float8 as "returnsUsd",
      coalesce(sum(t.discount_usd + coalesce(s.manual, 0)) filter (where not t.is_return), 0)::float8 as "discountsUsd",
      count(*) filter (where t.is_return)::int as returns,
      count(*) filter (where t.is_return and p.cash)::int as cash,
      count(*) filter (where t.is_return and p.card)::int as card,
      count(*) filter (where t.is_return and not t.has_receipt)::int as "noReceipt",
      coalesce(sum(s.items), 0)::float8 as items,
      coalesce(sum(s.items) filter (where t.discount_usd + s.manual > 0 and p.cards >= 2), 0)::float8 as "discountedCards",
      coalesce(sum(s.offered), 0)::float8 as offered,
      coalesce(sum(s.full_price), 0)::float8 as "fullPrice"
    from t
    left join lateral (
      select bool_or(m.function = 'cash') as cash, bool_or(m.function = 'card') as card,
        count(distinct p.instrument) filter (where m.function = 'card') as cards
      from loss_payment p
      join loss_payment_method m on m.environment_id = p.environment_id and m.method = p.method
      where p.environment_id = ${environmentId}::uuid and p.number = t.number and p.terminal = t.terminal
        and p.unit = t.unit and not p.is_void
    ) p on true
    left join lateral (
      select sum(abs(l.quantity)) as items, sum(l.manual_discount_usd) as manual,
        sum(abs(l.quantity)) filter (where (l.unit, l.product) in (select o.unit, o.product from offers o)) as offered,
        sum(abs(l.quantity)) filter (where not l.is_discounted
          and (l.unit, l.product) in (select o.unit, o.product from offers o)) as full_price
      from loss_sale l
      where l.environment_id = ${environmentId}::uuid and l.number = t.number and l.terminal = t.terminal
        and l.unit = t.unit and not t.is_return
    ) s on true
    group by grouping sets ((t.staff), (t.place))
    order by 1, 2`.execute(db)
  return rows.map(({ returns, cash, card, noReceipt, items, discountedCards, offered, fullPrice, ...row }) => {
    const counts: Record<LossReason, [count: number, size: number]> = {
      returnRatio: [returns, row.transactions],
      cashReturnRatio: [cash, cash + card],
      discountedCards: [discountedCards, items],
      fullPriceItems: [fullPrice, offered],
      noReceiptRatio: [noReceipt, returns],
    }
    return {
      ...row,
      reasons: Object.fromEntries(
        lossReasons.map(reason => {
          const [count, size] = counts[reason]
          return [reason, { count, size, value: isRatioReason(reason) ? count / Math.max(1, size - count) : count }]
        }),
      ) as Record<LossReason, ReasonCount>,
    }
  })
}
