import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type {
  LossPaymentMethodTable,
  LossPaymentTable,
  LossSaleTable,
} from '../../../ports/tables/review/loss-prevention.ts'

type Row<Table> = Omit<Table, 'environment_id'>

export interface RetailTransaction {
  number: string
  terminal: string
  unit: string
  staff: string
  at: Date
  is_return: boolean
  has_receipt: boolean
  /** Cents of US dollars. */
  amount_usd: number
  discount_usd: number
}
export type RetailSale = Row<LossSaleTable>
export type RetailPayment = Row<LossPaymentTable>
export type RetailPaymentMethod = Row<LossPaymentMethodTable>

/* Rows with an existing key are replaced: the latest upload wins. A key occurs once in a call. */

/** Stores transactions. Their month is that of UTC. */
export async function storeTransactions(
  db: Db,
  environmentId: string,
  rows: readonly RetailTransaction[],
): Promise<void> {
  const values = rows.map(row => ({ ...row, month: row.at.toISOString().slice(0, 7) }))
  await sql`insert into loss_transaction (environment_id, number, terminal, unit, staff, at, month, is_return,
      has_receipt, amount_usd, discount_usd)
    select ${environmentId}::uuid, number, terminal, unit, staff, at, month, is_return, has_receipt, amount_usd,
      discount_usd
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (number text, terminal text, unit text, staff text,
      at timestamptz, month text, is_return boolean, has_receipt boolean, amount_usd bigint, discount_usd bigint)
    on conflict (environment_id, number, terminal, unit) do update set staff = excluded.staff, at = excluded.at,
      month = excluded.month, is_return = excluded.is_return, has_receipt = excluded.has_receipt,
      amount_usd = excluded.amount_usd, discount_usd = excluded.discount_usd`.execute(db)
}

/**
 * Stores lines of sales; those of no stored transaction are left out.
 * @returns how many were stored
 */
export async function storeSales(db: Db, environmentId: string, rows: readonly RetailSale[]): Promise<number> {
  const { numAffectedRows } = await sql`insert into loss_sale (environment_id, number, terminal, unit, line, product,
      category, quantity, is_discounted)
    select t.environment_id, t.number, t.terminal, t.unit, r.line, r.product, r.category, r.quantity, r.is_discounted
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number text, terminal text, unit text, line int,
      product text, category text, quantity double precision, is_discounted boolean)
    join loss_transaction t on t.environment_id = ${environmentId}::uuid and t.number = r.number
      and t.terminal = r.terminal and t.unit = r.unit
    on conflict (environment_id, number, terminal, unit, line) do update set product = excluded.product,
      category = excluded.category, quantity = excluded.quantity, is_discounted = excluded.is_discounted`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Stores payments; those of no stored transaction are left out.
 * @returns how many were stored
 */
export async function storePayments(db: Db, environmentId: string, rows: readonly RetailPayment[]): Promise<number> {
  const { numAffectedRows } = await sql`insert into loss_payment (environment_id, number, terminal, unit, line, method,
      instrument, is_void)
    select t.environment_id, t.number, t.terminal, t.unit, r.line, r.method, r.instrument, r.is_void
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number text, terminal text, unit text, line int,
      method text, instrument text, is_void boolean)
    join loss_transaction t on t.environment_id = ${environmentId}::uuid and t.number = r.number
      and t.terminal = r.terminal and t.unit = r.unit
    on conflict (environment_id, number, terminal, unit, line) do update set method = excluded.method,
      instrument = excluded.instrument, is_void = excluded.is_void`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Stores what the payment methods of a merchant are. */
export async function storePaymentMethods(
  db: Db,
  environmentId: string,
  rows: readonly RetailPaymentMethod[],
): Promise<void> {
  await sql`insert into loss_payment_method (environment_id, method, function, name)
    select ${environmentId}::uuid, method, lower(function), name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (method text, function text, name text)
    on conflict (environment_id, method) do update set function = excluded.function, name = excluded.name`.execute(db)
}
