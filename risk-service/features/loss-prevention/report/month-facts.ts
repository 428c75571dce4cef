import { sql } from 'kysely'
import { isRatioReason, type LossEntityKind, type LossReason, lossReasons } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

/** What is counted of a reason. */
export interface ReasonCount {
  value: number
  /** Returns or items that the reason counts, out of how many. */
  count: number
  size: number
}
/** A member of staff or a terminal in one month. */
export interface MonthFacts {
  kind: LossEntityKind
  id: string
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

/** Counts the transactions of one month by members of staff and by terminals, each once. */
export async function readMonthFacts(db: Db, environmentId: string, month: string): Promise<MonthFacts[]> {
  const { rows } = await sql<FactsRow>`
    with t as materialized (
      select number, terminal, unit, staff, is_return, has_receipt, amount_usd, discount_usd
      from loss_transaction where environment_id = ${environmentId}::uuid and month = ${month}
    ), p as (
      select t.number, t.terminal, t.unit, bool_or(m.function = 'cash') as cash, bool_or(m.function = 'card') as card,
        count(distinct p.instrument) filter (where m.function = 'card') as cards
      from t
      join loss_payment p on p.environment_id = ${environmentId}::uuid and p.number = t.number
        and p.terminal = t.terminal and p.unit = t.unit and not p.is_void
      join loss_payment_method m on m.environment_id = ${environmentId}::uuid and m.method = p.method
      group by t.number, t.terminal, t.unit
    ), lines as materialized (
      select t.number, t.terminal, t.unit, s.product, abs(s.quantity) as quantity, s.is_discounted
      from t
      join loss_sale s on s.environment_id = ${environmentId}::uuid and s.number = t.number
        and s.terminal = t.terminal and s.unit = t.unit
      where not t.is_return
    ), offers as (
      select distinct unit, product from lines where is_discounted
    ), sold as (
      select l.number, l.terminal, l.unit, sum(l.quantity) as items,
        sum(l.quantity) filter (where o.product is not null) as offered,
        sum(l.quantity) filter (where o.product is not null and not l.is_discounted) as full_price
      from lines l left join offers o on o.unit = l.unit and o.product = l.product
      group by l.number, l.terminal, l.unit
    )
    select case when grouping(t.staff) = 0 then 'staff' else 'terminal' end as kind,
      case when grouping(t.staff) = 0 then t.staff else t.terminal end as id,
      mode() within group (order by t.unit) as unit,
      mode() within group (order by t.terminal) as place,
      count(*)::int as transactions,
      coalesce(sum(t.amount_usd) filter (where t.is_return), 0)::float8 as "returnsUsd",
      coalesce(sum(t.discount_usd) filter (where not t.is_return), 0)::float8 as "discountsUsd",
      count(*) filter (where t.is_return)::int as returns,
      count(*) filter (where t.is_return and p.cash)::int as cash,
      count(*) filter (where t.is_return and p.card)::int as card,
      count(*) filter (where t.is_return and not t.has_receipt)::int as "noReceipt",
      coalesce(sum(s.items), 0)::float8 as items,
      coalesce(sum(s.items) filter (where t.discount_usd > 0 and p.cards >= 2), 0)::float8 as "discountedCards",
      coalesce(sum(s.offered), 0)::float8 as offered,
      coalesce(sum(s.full_price), 0)::float8 as "fullPrice"
    from t
    left join p on p.number = t.number and p.terminal = t.terminal and p.unit = t.unit
    left join sold s on s.number = t.number and s.terminal = t.terminal and s.unit = t.unit
    group by grouping sets ((t.staff), (t.terminal))
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
