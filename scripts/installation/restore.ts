/**
 * Copies a backup into an empty data directory. The next start replays the write-ahead log of the backup and opens it.
 *   npm run restore -- BACKUP [DATA_DIRECTORY]     default: ASSAY_DATA_DIR
 */
import path from 'node:path'
import { StartError } from '../../risk-service/kernel/errors/start-error.ts'
import { readSettings } from '../../risk-service/kernel/settings/settings.ts'
import { restoreStore } from '../../risk-service/kernel/store/backup.ts'

try {
  const [backup, folder] = process.argv.slice(2)
  if (backup === undefined) throw new StartError('setting-invalid', 'Usage: npm run restore -- BACKUP [DATA_DIRECTORY]')
  const dataDir =
    folder === undefined ? readSettings({ ...process.env, ASSAY_DEMO: '0' }).dataDir : path.resolve(folder)
  await restoreStore(path.resolve(backup), dataDir)
  console.log(
    `Restored into ${dataDir}. Start with: ${folder === undefined ? '' : `ASSAY_DATA_DIR=${dataDir} `}npm start`,
  )
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
