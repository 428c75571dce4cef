import { sql } from 'kysely'
import { addMonths, type LossEntityKind, type LossTransaction, lossLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

interface EntityTransactions {
  kind: LossEntityKind
  /** As it was uploaded. */
  id: string
  lastMonth: string
  /** Pseudonyms of members of staff that are anomalous in the range. */
  anomalousStaff: ReadonlySet<string>
}
interface TransactionRow {
  at: Date
  number: string
  other: string
  is_return: boolean
  has_receipt: boolean
  amount: number
  discount: number
  method: string | null
  category: string | null
}

/** Reads the transactions of the months up to the last one, the latest first. Members of staff have pseudonyms. */
export async function readEntityTransactions(
  db: Db,
  environmentId: string,
  { kind, id, lastMonth, anomalousStaff }: EntityTransactions,
): Promise<{ transactions: LossTransaction[]; moreTransactions: boolean }> {
  const firstMonth = addMonths(lastMonth, 1 - lossLimits.transactionMonths)
  const { rows } = await sql<TransactionRow>`
    select t.at, t.number, t.is_return, t.has_receipt, t.amount_usd::float8 / 100 as amount,
      t.discount_usd::float8 / 100 as discount,
      ${kind === 'staff' ? sql`t.terminal` : sql`coalesce(e.pseudonym, '')`} as other,
      (select string_agg(distinct coalesce(m.name, p.method), ', ') from loss_payment p
        left join loss_payment_method m on m.environment_id = p.environment_id and m.method = p.method
        where p.environment_id = t.environment_id and p.number = t.number and p.terminal = t.terminal
          and p.unit = t.unit and not p.is_void) as method,
      (select s.category from loss_sale s
        where s.environment_id = t.environment_id and s.number = t.number and s.terminal = t.terminal
          and s.unit = t.unit order by s.line limit 1) as category
    from loss_transaction t
    left join loss_entity e on e.environment_id = t.environment_id and e.kind = 'staff' and e.id = t.staff
    where t.environment_id = ${environmentId}::uuid and ${sql.ref(kind === 'staff' ? 't.staff' : 't.terminal')} = ${id}
      and t.month between ${firstMonth} and ${lastMonth}
    order by t.at desc, t.number
    limit ${lossLimits.transactions + 1}`.execute(db)
  return {
    transactions: rows.slice(0, lossLimits.transactions).map(row => ({
      at: row.at.toISOString(),
      number: row.number,
      other: row.other,
      otherAnomalous: anomalousStaff.has(row.other),
      purchaseUsd: row.is_return ? 0 : row.amount,
      discountUsd: row.discount,
      returnUsd: row.is_return ? row.amount : 0,
      hasReceipt: row.is_return ? row.has_receipt : null,
      paymentMethod: row.method,
      category: row.category,
    })),
    moreTransactions: rows.length > lossLimits.transactions,
  }
}
