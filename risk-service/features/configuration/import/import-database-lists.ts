import type { Db } from '../../../ports/database.ts'
import { describeList } from '../../lists/custom-lists.ts'
import { createSourceList, updateSource } from '../../lists/database-lists.ts'
import type { CallActionContext } from '../../outgoing-calls/shared-handlers.ts'
import { fileNameOf } from '../files/file-names.ts'
import type { ConfigDatabaseList, ConfigFileIssue, EnvironmentConfig } from '../model.ts'
import { nameKey } from '../model.ts'
import type { StoredConfig } from '../stored-configuration.ts'
import { withFileInError } from './name-file-in-error.ts'

const fileOf = ({ name }: ConfigDatabaseList): string => `lists/databases/${fileNameOf(name)}.json`

function findStoredSource(
  current: StoredConfig,
  { name }: ConfigDatabaseList,
): { id: string; version: number; account: string; secret: boolean } | null {
  for (const [list, stored] of current.sourceIds)
    if (nameKey(list.name) === nameKey(name)) return { ...stored, account: list.connection.account }
  return null
}

/**
 * Finds the lists that lack a connection string after an import: folders contain none, and that of another account is
 * not retained.
 */
export function findMissingConnections(current: StoredConfig, target: EnvironmentConfig): ConfigFileIssue[] {
  return target.sourceLists
    .filter(list => {
      const stored = findStoredSource(current, list)
      return (
        'kept' in list.connection.secret &&
        !(stored?.secret === true && nameKey(stored.account) === nameKey(list.connection.account))
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

/** Imports the database lists of a folder without a query to the databases. @throws ValidationError, ConflictError */
export async function importDatabaseLists(
  trx: Db,
  importer: CallActionContext,
  current: StoredConfig,
  target: EnvironmentConfig,
): Promise<void> {
  for (const list of target.sourceLists) {
    const stored = findStoredSource(current, list)
    await withFileInError(fileOf(list), async () => {
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
