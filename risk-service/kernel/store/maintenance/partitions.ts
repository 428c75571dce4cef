import { sql, type Transaction } from 'kysely'
import type { Database, Db } from '../../../ports/database.ts'

/** Tables partitioned by month of `at`; the data of an event is spread over all of them under the same time. */
export const partitionedTables = ['event', 'event_body', 'event_entity', 'data_event'] as const
type PartitionedTable = (typeof partitionedTables)[number]
const monthsAhead = 2

export interface Month {
  start: Date
  end: Date
  suffix: string
}

export function monthOf(time: Date, offset = 0): Month {
  const start = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset, 1))
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
  return { start, end, suffix: `${start.getUTCFullYear()}${String(start.getUTCMonth() + 1).padStart(2, '0')}` }
}

export interface Partition {
  table: PartitionedTable
  name: string
  month: Month
}

/** Lists the existing monthly partitions; the default partition of each table is `<table>_default`. */
export async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ parent: PartitionedTable; name: string }>`
    select p.relname as parent, c.relname as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname in (${sql.join(partitionedTables)}) and p.relnamespace = 'public'::regnamespace and p.relkind = 'p'
    order by 1, 2`.execute(db)
  return rows.flatMap(({ parent, name }) => {
    const found = /^(\d{4})(\d{2})$/.exec(name.slice(parent.length + 1))
    return found
      ? [{ table: parent, name, month: monthOf(new Date(Date.UTC(Number(found[1]), Number(found[2]) - 1, 1))) }]
      : []
  })
}

/**
 * Creates the missing months from `monthsBack` to 2 ahead, and a default partition per table for rows outside of them.
 * Rows of a new month in the default partition move into it. Returns the names of the new partitions.
 */
export async function ensurePartitions(db: Db, now: Date, monthsBack = 14): Promise<string[]> {
  const have = new Set((await listPartitions(db)).map(partition => partition.name))
  const tables = await presentTables(db)
  const months = Array.from({ length: monthsBack + monthsAhead + 1 }, (_, index) => monthOf(now, index - monthsBack))
  const missing = months.filter(month => tables.some(table => !have.has(`${table}_${month.suffix}`)))
  const created: string[] = []
  if (missing.length === months.length) {
    await db.transaction().execute(async trx => {
      for (const table of tables) {
        await sql`create table if not exists ${sql.table(`${table}_default`)} partition of ${sql.table(table)} default`.execute(
          trx,
        )
        await setToastThreshold(trx, table, `${table}_default`)
      }
      for (const month of missing) created.push(...(await addMonth(trx, month, tables)))
    })
    return created
  }
  for (const month of missing) {
    await db.transaction().execute(async trx => {
      // Waiting behind a long query would block the writers queued behind this lock; the next run tries again.
      await sql`set local lock_timeout = '5s'`.execute(trx)
      created.push(...(await addMonth(trx, month, tables)))
    })
  }
  return created
}

/** The schema of an earlier version that is being migrated has fewer of them. */
async function presentTables(db: Db): Promise<PartitionedTable[]> {
  const { rows } = await sql<{ name: PartitionedTable }>`select relname as name from pg_class
    where relname in (${sql.join(partitionedTables)}) and relnamespace = 'public'::regnamespace and relkind = 'p'`.execute(
    db,
  )
  const present = new Set(rows.map(({ name }) => name))
  return partitionedTables.filter(table => present.has(table))
}

/** Attaching a partition takes a weaker lock on the table than `create … partition of`: writers continue. */
async function addMonth(
  trx: Transaction<Database>,
  month: Month,
  tables: readonly PartitionedTable[],
): Promise<string[]> {
  const created: string[] = []
  for (const table of tables) {
    const name = `${table}_${month.suffix}`
    const {
      rows: [existing],
    } = await sql<{ name: string | null }>`select to_regclass(${name})::text as name`.execute(trx)
    if (existing?.name) continue
    const spare = sql.table(`${table}_default`)
    const range = sql`at >= ${month.start} and at < ${month.end}`
    await sql`create table ${sql.table(name)} (like ${sql.table(table)} including defaults including constraints)`.execute(
      trx,
    )
    await setToastThreshold(trx, table, name)
    await sql`with moved as (delete from ${spare} where ${range} returning *) insert into ${sql.table(name)} select * from moved`.execute(
      trx,
    )
    await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
      for values from (${sql.lit(month.start.toISOString())}) to (${sql.lit(month.end.toISOString())})`.execute(trx)
    created.push(name)
  }
  return created
}

/**
 * Bodies that fit a page are neither compressed nor cut: a partitioned table cannot have the setting, so each partition
 * has it.
 */
async function setToastThreshold(trx: Transaction<Database>, table: PartitionedTable, name: string): Promise<void> {
  if (table === 'event_body') await sql`alter table ${sql.table(name)} set (toast_tuple_target = 8160)`.execute(trx)
}

/** Counts the rows outside every month, up to 10,000 per table: a health figure that should stay near zero. */
export async function defaultPartitionRows(db: Db): Promise<number> {
  const parts = partitionedTables.map(
    table => sql`(select count(*) from (select 1 from ${sql.table(`${table}_default`)} limit 10000) as r)`,
  )
  const {
    rows: [row],
  } = await sql<{ rows: number }>`select ${sql.join(parts, sql` + `)} as rows`.execute(db)
  return row?.rows ?? 0
}
