import { sql } from 'kysely'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { dayNumberOf } from '../../case-report/figures/periods.ts'
import { type CountedRow, countRows, insertRows } from './counted-rows.ts'
import { readEntityLabels, type StoredTransaction } from './read-transactions.ts'
import { inReports, type ReportPass } from './report-window.ts'
import type { ReportedType } from './reported-type.ts'
import { continueRuleResults } from './rule-results.ts'
import { addToDataValues, addToSums, changedRows, deleteEmptySums } from './store-sums.ts'

/** Transactions of a piece: few enough that other work of the process hardly waits. */
export const pieceSize = 1000

/**
 * Stores transactions of a type as they are now, with the difference in the sums: what did not change costs nothing but
 * its reading.
 * @returns how many are new
 */
export async function storePiece(
  db: Db,
  type: ReportedType,
  { environmentId, firstSum }: ReportPass,
  rows: readonly StoredTransaction[],
): Promise<number> {
  const stored = await inReports(db, environmentId, async trx => {
    const before = await loadRows(trx, environmentId, type, rows)
    const added = rows.filter(row => !before.has(row.event_id))
    const results = added.length > 0 ? await continueRuleResults(trx, environmentId) : null
    const paths = (await results?.add(trx, type.eventType, added)) ?? []
    const pathOf = new Map(added.map((row, index) => [row.event_id, paths[index] ?? 0]))
    const [from, to] = rangeOf(rows)
    const only = rows.map(row => row.event_id)
    const counted = await countRows(trx, environmentId, type, rows, {
      entityLabels: await readEntityLabels(trx, environmentId, type, {
        from,
        to: new Date(to.getTime() + 1),
        only,
      }),
      pathOf: eventId => before.get(eventId)?.path ?? pathOf.get(eventId),
    })
    const changed = counted.filter(row => !isSame(before.get(row.event_id), row))
    if (changed.length === 0) return 0
    const replaced = changed.flatMap(row => before.get(row.event_id) ?? [])
    await replaceRows(trx, { environmentId, firstSum }, replaced, changed)
    await results?.store(trx, environmentId)
    return added.length
  })
  return stored ?? 0
}

/** Replaces stored rows by others, in the sums as well. */
export async function replaceRows(
  trx: Db,
  { environmentId, firstSum }: Pick<ReportPass, 'environmentId' | 'firstSum'>,
  replaced: readonly CountedRow[],
  changed: readonly CountedRow[],
): Promise<void> {
  await sql`delete from report_transaction t
    using unnest(${replaced.map(row => row.event_type)}::text[], ${replaced.map(({ day }) => day)}::int[], ${replaced.map(row => row.event_id)}::uuid[]) as k(event_type, day, event_id)
    where t.environment_id = ${environmentId}::uuid and t.event_type = k.event_type and t.day = k.day
      and t.event_id = k.event_id`.execute(trx)
  if (changed.length > 0) await insertRows(trx, changed)
  const signed = changedRows(replaced, changed)
  await addToSums(trx, signed, firstSum)
  if ([...replaced, ...changed].some(row => row.data_values !== null)) await addToDataValues(trx, signed)
  if (replaced.length > 0) await deleteEmptySums(trx, environmentId, daysOf(replaced))
}

function rangeOf(rows: readonly StoredTransaction[]): [Date, Date] {
  const times = rows.map(({ at }) => at.getTime())
  return [new Date(Math.min(...times)), new Date(Math.max(...times))]
}

async function loadRows(
  trx: Db,
  environmentId: string,
  { eventType }: ReportedType,
  rows: readonly StoredTransaction[],
): Promise<Map<string, CountedRow>> {
  const [first, last] = rangeOf(rows)
  const stored = await sql<CountedRow>`select * from report_transaction
    where environment_id = ${environmentId}::uuid and event_type = ${eventType}
      and day between ${dayNumberOf(first.getTime())} and ${dayNumberOf(last.getTime())}
      and event_id = any(${rows.map(row => row.event_id)}::uuid[])`.execute(trx)
  return new Map(stored.rows.map(row => [row.event_id, row]))
}

/** All days under which sums of the transactions stand. */
const daysOf = (rows: readonly CountedRow[]): number[] => [
  ...new Set(
    rows.flatMap(row => [row.day, row.late_settle_day, row.chargeback_day, row.signal_day]).filter(day => day !== null),
  ),
]

/** Whether a stored row has the same values; a number may be stored as text. */
const isSame = (stored: CountedRow | undefined, { data_values, ...row }: CountedRow): boolean =>
  stored !== undefined &&
  isSameJson(stored.data_values, data_values) &&
  Object.entries(row).every(([name, value]) => String(value) === String(stored[name as keyof CountedRow]))
