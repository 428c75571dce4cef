import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { Logger } from '../../../ports/index.ts'
import { codeOf } from '../../errors/error-code.ts'
import { listPartitions } from './partitions.ts'

/** Text columns of events that users search by parts; columns with only a few codes are left out. */
const columns = [
  'external_id',
  'user_id',
  'user_name',
  'email',
  'phone',
  'ip',
  'device_id',
  'shipping_city',
  'reason',
  'rule',
  'clause',
] as const
/** Writes to a month that arrive late have ended when it is indexed. */
const minPartitionAgeMs = 86_400_000
/**
 * A scan of fewer events takes a few milliseconds; an index on an empty month would only slow down the first import.
 */
const minRows = 20_000

/**
 * Creates an index over parts of texts (trigrams) for the events of every finished month, so that a search for a part
 * that occurs nowhere reads the present month only. The current month has none: decisions pay nothing for it. The index
 * is built concurrently with the writers, and again after an interrupted build. Returns the partitions with a new
 * index.
 */
export async function ensureTextIndexes(db: Db, now: Date, log: Logger, atLeast = minRows): Promise<string[]> {
  if (!(await hasTrigrams(db, log))) return []
  const made: string[] = []
  for (const { table, name, month } of await listPartitions(db)) {
    if (table !== 'event' || month.end.getTime() + minPartitionAgeMs > now.getTime()) continue
    const index = `${name}_parts`
    const {
      rows: [existing],
    } = await sql<{
      valid: boolean
    }>`select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`.execute(db)
    if (existing?.valid || !(await hasAtLeast(db, name, atLeast))) continue
    if (existing) await sql`drop index concurrently if exists ${sql.table(index)}`.execute(db)
    // With collation "C", as in the search: an index serves only its own collation.
    const parts = sql.join(columns.map(column => sql`${sql.ref(column)} collate "C" gin_trgm_ops`))
    await sql`create index concurrently ${sql.ref(index)} on ${sql.table(name)} using gin (${parts})`.execute(db)
    made.push(name)
  }
  return made
}

async function hasAtLeast(db: Db, partition: string, rows: number): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{
    enough: boolean
  }>`select count(*) >= ${rows}::int as enough from (select 1 from ${sql.table(partition)} limit ${rows}::int) as r`.execute(
    db,
  )
  return row?.enough ?? false
}

/**
 * Returns whether the extension is available. It belongs to PostgreSQL's contrib modules; a server without them
 * searches parts of texts by a full scan.
 */
async function hasTrigrams(db: Db, log: Logger): Promise<boolean> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
    return true
  } catch (error) {
    log.write(2, 'store.no-text-index', {
      code: codeOf(error),
      remedy:
        'install the contrib modules of the PostgreSQL server, or let its administrator run: create extension pg_trgm',
    })
    return false
  }
}
