import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'

/**
 * Reads many rows column by column: each is one JSON array, which takes a third of the time of as many rows.
 * @param columns the value of each field of a row; constants and parameters, as JSON can express them
 * @param source everything from `from` on; its order is not kept
 */
export async function readColumns<Row extends object>(
  db: Db,
  columns: { [Field in keyof Row]: RawBuilder<unknown> },
  source: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const fields = Object.keys(columns) as (keyof Row & string)[]
  const selected = fields.map(field => sql`json_agg(${columns[field]}) as ${sql.id(field)}`)
  const { rows } = await sql<Record<string, unknown[] | null>>`select ${sql.join(selected)} ${source}`.execute(
    db,
    cancellable(signal),
  )
  const arrays = fields.map(field => [field, rows[0]?.[field] ?? []] as const)
  return Array.from({ length: arrays[0]?.[1].length ?? 0 }, (_, index) => {
    const row: Record<string, unknown> = {}
    for (const [field, values] of arrays) row[field] = values[index]
    return row as Row
  })
}
