import { listConnectionSchema } from '../../contract/lists/database-list-inputs.ts'
import type { Ports } from '../../ports/index.ts'
import type { StoredListSource } from './list-sources.ts'

/** A list without its rows. `remote`: where the rows are, when they are not here. */
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

/** Reads what lists there are: in one environment, or in all. */
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
