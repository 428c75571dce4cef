import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/** Figures of all that is stored of an environment. */
export interface StoredLossFigures {
  from: Date | null
  to: Date | null
  transactions: number
  staff: number
  terminals: number
  returns: number
  discountedLines: number
  payments: number
  /** Payments whose method is one of the stored payment methods. */
  namedPayments: number
}

/** Counts the stored transactions of an environment with their lines and payments, for the page of their upload. */
export async function readStoredFigures(db: Db, environmentId: string): Promise<StoredLossFigures> {
  const own = sql`environment_id = ${environmentId}::uuid`
  const { rows } = await sql<StoredLossFigures>`
    select t.*, s.*, p.* from (
      select min(at) as "from", max(at) as "to", count(*) as transactions, count(distinct staff) as staff,
        count(distinct (unit, terminal)) as terminals, count(*) filter (where is_return) as returns
      from loss_transaction where ${own}
    ) t, (select count(*) filter (where is_discounted) as "discountedLines" from loss_sale where ${own}) s, (
      select count(*) as payments, count(*) filter (where exists (select from loss_payment_method m
        where m.environment_id = p.environment_id and m.method = p.method)) as "namedPayments"
      from loss_payment p where ${own}
    ) p`.execute(db)
  const [figures] = rows
  if (figures === undefined) throw new Error('Figures without a row.')
  return figures
}
