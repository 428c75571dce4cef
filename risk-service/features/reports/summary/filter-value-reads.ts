import { sql } from 'kysely'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { dataFilterMark } from '../refresh/reported-type.ts'
import type { ReportScope } from './report-scope.ts'
import { inScope } from './summary-reads.ts'

/**
 * Returns the most frequent values of each attribute, and of each field by which transactions are filtered.
 * @param limit values of each
 */
export async function readAttributeValues(
  db: Db,
  scope: ReportScope,
  limit: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, { value: string; count: number }[]>> {
  const { rows } = await sql<{ attribute: string; value: string; count: number }>`
    select attribute, value, count from (
      select attribute, value, sum(events)::int as count,
        row_number() over (partition by attribute order by sum(events) desc, value collate "C") as place
      from report_value where ${inScope(scope)} group by attribute, value
    ) v where place <= ${limit} order by attribute, place`.execute(db, cancellable(signal))
  const byAttribute = Map.groupBy(rows, ({ attribute }) => attribute)
  return new Map([...byAttribute].map(([name, some]) => [name, some.map(({ value, count }) => ({ value, count }))]))
}

/**
 * Returns those of some fields whose values are not read of all transactions yet: of a field that was chosen a moment ago
 * a report would count the transactions that are read by chance. An environment that is not active is not read again, so
 * that nothing waits for it.
 */
export async function readPendingFields(
  db: Db,
  { environmentIds, eventType }: ReportScope,
  fields: readonly string[],
): Promise<ReadonlySet<string>> {
  if (fields.length === 0) return new Set()
  const { rows } = await sql<{ field: string }>`
    select f.field from unnest(${[...fields]}::text[], ${fields.map(path => dataFilterMark(eventType, path))}::text[]) f(field, mark)
    where exists (
      select from report_refresh r join environment e on e.id = r.environment_id and e.status = 'Active'
      where r.environment_id = any(${[...environmentIds]}::uuid[]) and not f.mark = any(r.fields)
    )`.execute(db)
  return new Set(rows.map(({ field }) => field))
}

/** @throws ConflictError `reports.dataFilterPending` for fields whose values are not read of all transactions yet */
export async function assertFieldsRead(db: Db, scope: ReportScope, fields: readonly string[]): Promise<void> {
  const [pending] = await readPendingFields(db, scope, fields)
  if (pending !== undefined)
    throw new ConflictError(`The values of ${pending} are still being read. Try again in some minutes.`, {
      reason: 'reports.dataFilterPending',
    })
}
