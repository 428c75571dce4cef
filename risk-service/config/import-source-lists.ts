import type { Kysely } from 'kysely'
import { describeList, type ListEditor } from '../lists/custom.ts'
import { createSourceList, updateSource } from '../lists/sources.ts'
import type { Database } from '../store/schema.ts'
import { fileNameOf } from './file-names.ts'
import type { CallImporter } from './import-calls.ts'
import type { ConfigSourceList, EnvironmentConfig, FileProblem } from './model.ts'
import { naming } from './naming.ts'
import { keyOf } from './plan.ts'
import type { StoredConfig } from './store.ts'

const fileOf = ({ name }: ConfigSourceList): string => `lists/databases/${fileNameOf(name)}.json`

function storedOf(
  current: StoredConfig,
  { name }: ConfigSourceList,
): { id: string; version: number; account: string; secret: boolean } | null {
  for (const [list, stored] of current.sourceIds)
    if (keyOf(list.name) === keyOf(name)) return { ...stored, account: list.connection.account }
  return null
}

/**
 * The lists that have no connection string after an import: none is in a folder, and one of another account is not
 * kept.
 */
export function lackingConnections(current: StoredConfig, wanted: EnvironmentConfig): FileProblem[] {
  return wanted.sourceLists
    .filter(list => {
      const stored = storedOf(current, list)
      return (
        'kept' in list.connection.secret &&
        !(stored?.secret === true && keyOf(stored.account) === keyOf(list.connection.account))
      )
    })
    .map(list => ({
      file: fileOf(list),
      line: 0,
      column: 0,
      severity: 'warning',
      code: 'CFG006',
      message:
        'The connection string is not in the folder: enter it in the console. Until then the list finds nothing, and events say so.',
    }))
}

/**
 * Lists whose rows are in databases, as a folder has them; the databases are not asked. @throws RefusedValue, Conflict
 */
export async function importSourceLists(
  trx: Kysely<Database>,
  importer: ListEditor & CallImporter,
  current: StoredConfig,
  wanted: EnvironmentConfig,
): Promise<void> {
  for (const list of wanted.sourceLists) {
    const stored = storedOf(current, list)
    await naming(fileOf(list), async () => {
      if (stored === null)
        await createSourceList(trx, importer, { id: importer.ports.newId(), ...list }, importer.calls, {
          lacking: true,
        })
      else {
        await updateSource(trx, importer, { listId: stored.id, baseVersion: stored.version, ...list }, importer.calls, {
          lacking: true,
        })
        await describeList(trx, importer, stored.id, list.description)
      }
    })
  }
}
