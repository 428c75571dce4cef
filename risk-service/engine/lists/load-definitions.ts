import { listConnectionSchema } from '../../contract/lists/database-list-inputs.ts'
import type { Ports } from '../../ports/index.ts'
import type { StoredListSource } from './list-sources.ts'

/** A list without its rows. `remote`: the location of rows that are not in the store. */
export interface ListDefinition {
  id: string
  name: string
  version: number
  columns: readonly string[]
  size: number
  remote: StoredListSource | null
}
/** The lists of environments by environment and lower-cased name. */
export type ListDefinitions = ReadonlyMap<string, ReadonlyMap<string, ListDefinition>>

const parseRemoteSource = ({
  connection,
  ...rest
}: Omit<StoredListSource, 'connection'> & { connection: unknown }): StoredListSource | null =>
  connection === null || connection === undefined
    ? null
    : { ...rest, connection: listConnectionSchema.parse(connection) }

/** Reads the existing lists: of one environment, or of all. */
export async function loadListDefinitions(
  db: Ports['db'],
  environmentId: string | undefined,
): Promise<ListDefinitions> {
  const rows = await db
    .selectFrom('list')
    .leftJoin('list_source', 'list_source.list_id', 'list.id')
    .select([
      'id',
      'environment_id',
      'name',
      'version',
      'columns',
      'size',
      'list_source.connection',
      'list_source.secret',
    ])
    .$if(environmentId !== undefined, query => query.where('environment_id', '=', environmentId ?? ''))
    .execute()
  return new Map(
    [...Map.groupBy(rows, row => row.environment_id)].map(([id, lists]) => [
      id,
      new Map(
        lists.map(({ id: listId, name, version, columns, size, connection, secret }) => [
          name.toLowerCase(),
          {
            id: listId,
            name,
            version,
            columns,
            size,
            remote: parseRemoteSource({ listId, environmentId: id, version, connection, secret }),
          },
        ]),
      ),
    ]),
  )
}
