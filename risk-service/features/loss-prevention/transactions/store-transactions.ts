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
  /** The manual discount on the whole transaction, without those of its lines. */
  discount_usd: number
  /** Dollars per unit of the currency of the transaction. */
  usd_rate: number
}
export interface RetailSale extends Omit<Row<LossSaleTable>, 'manual_discount_usd'> {
  /** The manual discount of the line, in the currency of the transaction. */
  manual_discount: number
}
/** Identifies a transaction in its environment, and with a number a line of it. */
export interface RetailKey {
  number: string
  terminal: string
  unit: string
  line?: number
}
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
      has_receipt, amount_usd, discount_usd, usd_rate)
    select ${environmentId}::uuid, number, terminal, unit, staff, at, month, is_return, has_receipt, amount_usd,
      discount_usd, usd_rate
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (number text, terminal text, unit text, staff text,
      at timestamptz, month text, is_return boolean, has_receipt boolean, amount_usd bigint, discount_usd bigint,
      usd_rate double precision)
    on conflict (environment_id, number, terminal, unit) do update set staff = excluded.staff, at = excluded.at,
      month = excluded.month, is_return = excluded.is_return, has_receipt = excluded.has_receipt,
      amount_usd = excluded.amount_usd, discount_usd = excluded.discount_usd, usd_rate = excluded.usd_rate`.execute(db)
}

/**
 * Returns rows as JSON, each with the environment. A condition on the environment alone would make PostgreSQL read all of
 * its transactions for each batch, because few are expected while an import fills the table.
 */
const placed = (environmentId: string, rows: readonly object[]): string =>
  JSON.stringify(rows.map(row => ({ ...row, environment_id: environmentId })))

/**
 * Stores lines of sales; those of no stored transaction are left out.
 * @returns how many were stored
 */
export async function storeSales(db: Db, environmentId: string, rows: readonly RetailSale[]): Promise<number> {
  const { numAffectedRows } = await sql`insert into loss_sale (environment_id, number, terminal, unit, line, product,
      category, quantity, is_discounted, manual_discount_usd)
    select t.environment_id, t.number, t.terminal, t.unit, r.line, r.product, r.category, r.quantity, r.is_discounted,
      round((r.manual_discount * t.usd_rate * 100)::numeric)
    from jsonb_to_recordset(${placed(environmentId, rows)}::jsonb) as r (environment_id uuid, number text, terminal text,
      unit text, line int, product text, category text, quantity double precision, is_discounted boolean,
      manual_discount double precision)
    join loss_transaction t on t.environment_id = r.environment_id and t.number = r.number
      and t.terminal = r.terminal and t.unit = r.unit
    on conflict (environment_id, number, terminal, unit, line) do update set product = excluded.product,
      category = excluded.category, quantity = excluded.quantity, is_discounted = excluded.is_discounted,
      manual_discount_usd = excluded.manual_discount_usd`.execute(db)
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
    from jsonb_to_recordset(${placed(environmentId, rows)}::jsonb) as r (environment_id uuid, number text, terminal text,
      unit text, line int, method text, instrument text, is_void boolean)
    join loss_transaction t on t.environment_id = r.environment_id and t.number = r.number
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

/** Removes transactions that did not take place after all, with their lines and payments. */
export async function removeTransactions(db: Db, environmentId: string, keys: readonly RetailKey[]): Promise<void> {
  if (keys.length === 0) return
  for (const table of ['loss_sale', 'loss_payment', 'loss_transaction'] as const)
    await sql`delete from ${sql.table(table)} t
      using jsonb_to_recordset(${placed(environmentId, keys)}::jsonb) as r (environment_id uuid, number text, terminal text,
        unit text)
      where t.environment_id = r.environment_id and t.number = r.number and t.terminal = r.terminal
        and t.unit = r.unit`.execute(db)
}

/** Removes lines of sales that did not take place after all. */
export async function removeSales(db: Db, environmentId: string, keys: readonly RetailKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from loss_sale t
    using jsonb_to_recordset(${placed(environmentId, keys)}::jsonb) as r (environment_id uuid, number text, terminal text,
      unit text, line int)
    where t.environment_id = r.environment_id and t.number = r.number and t.terminal = r.terminal
      and t.unit = r.unit and t.line = r.line`.execute(db)
}

/** Tables with lines of transactions, or with transactions. */
type KeyedTable = 'loss_transaction' | 'loss_sale' | 'loss_payment'

/** Counts the stored rows of these keys, which rows that are stored next replace. */
export async function countRetailRows(
  db: Db,
  environmentId: string,
  table: KeyedTable,
  keys: readonly RetailKey[],
): Promise<number> {
  const line = table === 'loss_transaction' ? sql`` : sql`and t.line = r.line`
  const {
    rows: [counted],
  } = await sql<{ count: number }>`select count(*)::int as count
    from jsonb_to_recordset(${placed(environmentId, keys)}::jsonb) as r (environment_id uuid, number text, terminal text,
      unit text, line int)
    join ${sql.table(table)} t on t.environment_id = r.environment_id and t.number = r.number and t.terminal = r.terminal
      and t.unit = r.unit ${line}`.execute(db)
  return counted?.count ?? 0
}

/** Counts the stored payment methods of these numbers. */
export async function countPaymentMethods(db: Db, environmentId: string, methods: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('loss_payment_method')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment_id', '=', environmentId)
    .where('method', 'in', methods)
    .executeTakeFirstOrThrow()
  return Number(count)
}
