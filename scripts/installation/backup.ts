/**
 * Copies the embedded database while the service runs, and the key that encrypts its secrets.
 *   npm run backup -- [FOLDER]     default: backups/<time> beside the data directory
 */
import path from 'node:path'
import { StartError } from '../../risk-service/kernel/errors/start-error.ts'
import { readSettings } from '../../risk-service/kernel/settings/settings.ts'
import { backupStore } from '../../risk-service/kernel/store/backup.ts'

try {
  const settings = readSettings({ ...process.env, ASSAY_DEMO: '0' })
  if (settings.databaseUrl !== null)
    throw new StartError(
      'setting-invalid',
      'DATABASE_URL is set: back that server up with its own tools, for example pg_dump, and keep ASSAY_SECRET_KEY safe.',
    )
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const target = path.resolve(process.argv[2] ?? path.join(settings.dataDir, '..', 'backups', time))
  const started = Date.now()
  const { files, bytes } = await backupStore(settings.dataDir, target, line => console.log(line))
  console.log(
    `Backup of ${files} files, ${(bytes / 1_000_000).toFixed(1)} MB, in ${((Date.now() - started) / 1000).toFixed(1)} s: ${target}`,
  )
  console.log(
    `It holds the key of stored secrets: keep it where only you can read it. Restore with: npm run restore -- ${target}`,
  )
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
