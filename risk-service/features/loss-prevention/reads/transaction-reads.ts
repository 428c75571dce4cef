import { sql } from 'kysely'
import { addMonths, type LossEntityKind, type LossTransaction, lossLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { parseTerminalKey, terminalKey } from '../report/terminal-key.ts'

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
  other: string | null
  other_scored: boolean
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
  const ofTerminal = parseTerminalKey(id)
  const isOwn =
    kind === 'staff' ? sql`t.staff = ${id}` : sql`t.unit = ${ofTerminal.unit} and t.terminal = ${ofTerminal.terminal}`
  const [otherKind, otherId] =
    kind === 'staff' ? ['terminal', terminalKey(sql`t.unit`, sql`t.terminal`)] : ['staff', sql`t.staff`]
  const { rows } = await sql<TransactionRow>`
    select t.at, t.number, t.is_return, t.has_receipt, t.amount_usd::float8 / 100 as amount,
      (t.discount_usd + coalesce(s.manual, 0))::float8 / 100 as discount,
      ${kind === 'staff' ? otherId : sql`e.pseudonym`} as other, e.id is not null as other_scored,
      (select string_agg(distinct coalesce(m.name, p.method), ', ') from loss_payment p
        left join loss_payment_method m on m.environment_id = p.environment_id and m.method = p.method
        where p.environment_id = t.environment_id and p.number = t.number and p.terminal = t.terminal
          and p.unit = t.unit and not p.is_void) as method,
      s.category
    from loss_transaction t
    left join loss_entity e on e.environment_id = t.environment_id and e.kind = ${otherKind} and e.id = ${otherId}
    left join lateral (
      select sum(l.manual_discount_usd) as manual, (array_agg(l.category order by l.line))[1] as category
      from loss_sale l
      where l.environment_id = t.environment_id and l.number = t.number and l.terminal = t.terminal and l.unit = t.unit
    ) s on true
    where t.environment_id = ${environmentId}::uuid and ${isOwn}
      and t.month between ${firstMonth} and ${lastMonth}
    order by t.at desc, t.number, t.terminal, t.unit
    limit ${lossLimits.transactions + 1}`.execute(db)
  return {
    transactions: rows.slice(0, lossLimits.transactions).map(row => ({
      at: row.at.toISOString(),
      number: row.number,
      other: row.other,
      otherScored: row.other_scored,
      otherAnomalous: row.other !== null && anomalousStaff.has(row.other),
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
