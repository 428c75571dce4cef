import { sql } from 'kysely'
import type { UploadEntityName } from '../../../contract/index.ts'
import { binaryArray } from '../../../kernel/store/connection/binary/binary-arrays.ts'
import type { Db } from '../../../ports/database.ts'
import type { Body } from '../records/create-body.ts'
import { latestOf, type RowStore, type SourceRow } from './row-store.ts'

interface ChildPlace {
  runId: string
  environmentId: string
  entity: UploadEntityName
}

const keyOf = ({ key: [parent = '', ...rest] }: SourceRow): { parent: string; key: string } => ({
  parent,
  key: rest.join('\n'),
})

/** Stores rows of a child, such as products, until the rows are stored that they belong to. */
export const createChildStore = ({ runId, environmentId, entity }: ChildPlace): RowStore => ({
  batchSize: 5000,
  prepare(_db, rows) {
    const latest = latestOf(rows, row => row.key.join('\n'))
    const keys = latest.map(keyOf)
    const values = {
      parents: binaryArray(
        'text',
        keys.map(({ parent }) => parent),
      ),
      keys: binaryArray(
        'text',
        keys.map(({ key }) => key),
      ),
      rows: binaryArray(
        'number',
        latest.map(({ row }) => row),
      ),
      bodies: binaryArray(
        'json',
        latest.map(({ body }) => JSON.stringify(body)),
      ),
    }
    return Promise.resolve(async trx => {
      const { rows: written } = await sql<{ repeated: number }>`
        with x as (
          insert into upload_child (run_id, environment_id, entity, parent, key, row_number, body)
          select ${runId}::uuid, ${environmentId}::uuid, ${entity}, parent, key, row_number::bigint, body
          from unnest(${values.parents}::text[], ${values.keys}::text[], ${values.rows}::float8[],
            ${values.bodies}::json[]) as x(parent, key, row_number, body)
          on conflict (run_id, entity, parent, key) do update set row_number = excluded.row_number, body = excluded.body
          returning xmax <> 0 as repeated
        ) select count(*) filter (where repeated)::int as repeated from x`.execute(trx)
      const repeated = written[0]?.repeated ?? 0
      return { stored: latest.length, replaced: repeated, repeated }
    })
  },
})

/** The rows of children by their parents, in the order of their files. */
export type Children = ReadonlyMap<string, ReadonlyMap<UploadEntityName, readonly Body[]>>

/** Returns the rows of two kinds of children of some parents. */
export async function loadChildren(
  db: Db,
  runId: string,
  entities: readonly UploadEntityName[],
  parents: readonly string[],
): Promise<Children> {
  const { rows } = await sql<{ entity: UploadEntityName; parent: string; body: Body }>`
    select entity, parent, body from upload_child
    where run_id = ${runId}::uuid and entity = any(${[...entities]}::text[]) and parent = any(${[...parents]}::text[])
    order by row_number`.execute(db)
  return new Map(
    [...Map.groupBy(rows, row => row.parent)].map(([parent, own]) => [
      parent,
      new Map([...Map.groupBy(own, row => row.entity)].map(([entity, some]) => [entity, some.map(({ body }) => body)])),
    ]),
  )
}

/** Marks the rows of children of parents that are stored in the same transaction. */
export async function markStored(
  trx: Db,
  runId: string,
  entities: readonly UploadEntityName[],
  parents: readonly string[],
): Promise<void> {
  if (parents.length === 0) return
  await sql`update upload_child set is_stored = true
    where run_id = ${runId}::uuid and entity = any(${[...entities]}::text[]) and parent = any(${[...parents]}::text[])
      and not is_stored`.execute(trx)
}

/** Removes the rows of children of a run; returns of each entity of how many the run stored no parent. */
export async function takeChildren(
  trx: Db,
  runId: string,
  entities: readonly UploadEntityName[],
): Promise<Map<UploadEntityName, number>> {
  const { rows } = await sql<{ entity: UploadEntityName; orphans: number }>`
    select entity, count(*)::int as orphans from upload_child
    where run_id = ${runId}::uuid and entity = any(${[...entities]}::text[]) and not is_stored
    group by entity`.execute(trx)
  await trx.deleteFrom('upload_child').where('run_id', '=', runId).where('entity', 'in', entities).execute()
  return new Map(rows.map(row => [row.entity, row.orphans]))
}
