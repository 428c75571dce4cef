import { type RawBuilder, sql } from 'kysely'
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

/** How many rows were stored, and how many of them were new or different. */
export interface StoredRows {
  stored: number
  changed: number
}

/* Rows with an existing key are replaced: the latest upload wins. A key occurs once in a call. */

/** Stores transactions. Their month is that of UTC. */
export async function storeTransactions(
  db: Db,
  environmentId: string,
  rows: readonly RetailTransaction[],
): Promise<StoredRows> {
  const values = rows.map(row => ({ ...row, month: row.at.toISOString().slice(0, 7) }))
  const { numAffectedRows } =
    await sql`insert into loss_transaction (environment_id, number, terminal, unit, staff, at, month, is_return,
      has_receipt, amount_usd, discount_usd, usd_rate)
    select ${environmentId}::uuid, number, terminal, unit, staff, at, month, is_return, has_receipt, amount_usd,
      discount_usd, usd_rate
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (number text, terminal text, unit text, staff text,
      at timestamptz, month text, is_return boolean, has_receipt boolean, amount_usd bigint, discount_usd bigint,
      usd_rate double precision)
    on conflict (environment_id, number, terminal, unit) do update set staff = excluded.staff, at = excluded.at,
      month = excluded.month, is_return = excluded.is_return, has_receipt = excluded.has_receipt,
      amount_usd = excluded.amount_usd, discount_usd = excluded.discount_usd, usd_rate = excluded.usd_rate
    where (loss_transaction.staff, loss_transaction.at, loss_transaction.is_return, loss_transaction.has_receipt,
        loss_transaction.amount_usd, loss_transaction.discount_usd, loss_transaction.usd_rate)
      is distinct from (excluded.staff, excluded.at, excluded.is_return, excluded.has_receipt, excluded.amount_usd,
        excluded.discount_usd, excluded.usd_rate)`.execute(db)
  return { stored: rows.length, changed: Number(numAffectedRows ?? 0) }
}

/**
 * Returns rows as JSON, each with the environment. A condition on the environment alone would make PostgreSQL read all of
 * its transactions for each batch, because few are expected while an import fills the table.
 */
const placed = (environmentId: string, rows: readonly object[]): string =>
  JSON.stringify(rows.map(row => ({ ...row, environment_id: environmentId })))

/** Stores lines of sales; those of no stored transaction are left out. */
export async function storeSales(db: Db, environmentId: string, rows: readonly RetailSale[]): Promise<StoredRows> {
  return countStored(
    db,
    sql`select t.environment_id, t.number, t.terminal, t.unit, r.line, r.product, r.category, r.quantity,
      r.is_discounted, round((r.manual_discount * t.usd_rate * 100)::numeric)::bigint as manual_discount_usd
    from jsonb_to_recordset(${placed(environmentId, rows)}::jsonb) as r (environment_id uuid, number text, terminal text,
      unit text, line int, product text, category text, quantity double precision, is_discounted boolean,
      manual_discount double precision)
    join loss_transaction t on t.environment_id = r.environment_id and t.number = r.number
      and t.terminal = r.terminal and t.unit = r.unit`,
    sql`insert into loss_sale (environment_id, number, terminal, unit, line, product, category, quantity, is_discounted,
      manual_discount_usd)
    select environment_id, number, terminal, unit, line, product, category, quantity, is_discounted, manual_discount_usd
    from input
    on conflict (environment_id, number, terminal, unit, line) do update set product = excluded.product,
      category = excluded.category, quantity = excluded.quantity, is_discounted = excluded.is_discounted,
      manual_discount_usd = excluded.manual_discount_usd
    where (loss_sale.product, loss_sale.category, loss_sale.quantity, loss_sale.is_discounted,
        loss_sale.manual_discount_usd)
      is distinct from (excluded.product, excluded.category, excluded.quantity, excluded.is_discounted,
        excluded.manual_discount_usd)`,
  )
}

/** Stores payments; those of no stored transaction are left out. */
export async function storePayments(
  db: Db,
  environmentId: string,
  rows: readonly RetailPayment[],
): Promise<StoredRows> {
  return countStored(
    db,
    sql`select t.environment_id, t.number, t.terminal, t.unit, r.line, r.method, r.instrument, r.is_void
    from jsonb_to_recordset(${placed(environmentId, rows)}::jsonb) as r (environment_id uuid, number text, terminal text,
      unit text, line int, method text, instrument text, is_void boolean)
    join loss_transaction t on t.environment_id = r.environment_id and t.number = r.number
      and t.terminal = r.terminal and t.unit = r.unit`,
    sql`insert into loss_payment (environment_id, number, terminal, unit, line, method, instrument, is_void)
    select environment_id, number, terminal, unit, line, method, instrument, is_void from input
    on conflict (environment_id, number, terminal, unit, line) do update set method = excluded.method,
      instrument = excluded.instrument, is_void = excluded.is_void
    where (loss_payment.method, loss_payment.instrument, loss_payment.is_void)
      is distinct from (excluded.method, excluded.instrument, excluded.is_void)`,
  )
}

/** Returns the lines of no stored transaction. */
export async function findOrphans<Line extends RetailKey>(
  db: Db,
  environmentId: string,
  lines: readonly Line[],
): Promise<Line[]> {
  const keys = lines.map(({ number, terminal, unit }, at) => ({ number, terminal, unit, at }))
  const { rows } = await sql<{ at: number }>`select r.at
    from jsonb_to_recordset(${placed(environmentId, keys)}::jsonb) as r (environment_id uuid, number text, terminal text,
      unit text, at int)
    where not exists (select from loss_transaction t where t.environment_id = r.environment_id and t.number = r.number
      and t.terminal = r.terminal and t.unit = r.unit)`.execute(db)
  const orphans = new Set(rows.map(({ at }) => at))
  return lines.filter((_line, at) => orphans.has(at))
}

/** Inserts the rows of a query, which the insertion calls `input`, and counts them and those that it changed. */
async function countStored(db: Db, input: RawBuilder<unknown>, insertion: RawBuilder<unknown>): Promise<StoredRows> {
  const { rows } = await sql<StoredRows>`with input as (${input}), written as (${insertion} returning 1)
    select (select count(*) from input) as stored, (select count(*) from written) as changed`.execute(db)
  return rows[0] ?? { stored: 0, changed: 0 }
}

/** Stores what the payment methods of a merchant are. */
export async function storePaymentMethods(
  db: Db,
  environmentId: string,
  rows: readonly RetailPaymentMethod[],
): Promise<StoredRows> {
  const { numAffectedRows } = await sql`insert into loss_payment_method (environment_id, method, function, name)
    select ${environmentId}::uuid, method, lower(function), name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (method text, function text, name text)
    on conflict (environment_id, method) do update set function = excluded.function, name = excluded.name
    where (loss_payment_method.function, loss_payment_method.name)
      is distinct from (excluded.function, excluded.name)`.execute(db)
  return { stored: rows.length, changed: Number(numAffectedRows ?? 0) }
}

/**
 * Removes transactions that did not take place after all, with their lines and payments.
 * @returns how many rows of all of them were removed
 */
export async function removeTransactions(db: Db, environmentId: string, keys: readonly RetailKey[]): Promise<number> {
  if (keys.length === 0) return 0
  let removed = 0
  for (const table of ['loss_sale', 'loss_payment', 'loss_transaction'] as const) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} t
      using jsonb_to_recordset(${placed(environmentId, keys)}::jsonb) as r (environment_id uuid, number text, terminal text,
        unit text)
      where t.environment_id = r.environment_id and t.number = r.number and t.terminal = r.terminal
        and t.unit = r.unit`.execute(db)
    removed += Number(numAffectedRows ?? 0)
  }
  return removed
}

/**
 * Removes lines of sales that did not take place after all.
 * @returns how many were removed
 */
export async function removeSales(db: Db, environmentId: string, keys: readonly RetailKey[]): Promise<number> {
  if (keys.length === 0) return 0
  const { numAffectedRows } = await sql`delete from loss_sale t
    using jsonb_to_recordset(${placed(environmentId, keys)}::jsonb) as r (environment_id uuid, number text, terminal text,
      unit text, line int)
    where t.environment_id = r.environment_id and t.number = r.number and t.terminal = r.terminal
      and t.unit = r.unit and t.line = r.line`.execute(db)
  return Number(numAffectedRows ?? 0)
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
