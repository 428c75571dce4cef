import { findEnvironment } from '../../../kernel/environments/find-environment.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { loadSecretKey } from '../../../kernel/settings/secret-key.ts'
import { readSettings } from '../../../kernel/settings/settings.ts'
import { openSharedStore, StartError } from '../../../kernel/store/store.ts'
import { importRetail, RetailFileError } from './import-retail.ts'

/** Faults that are printed. */
const printed = 20

/**
 * Imports the folder into the database of the settings, also while the service runs, which computes the report.
 * @returns the exit code
 */
export async function runRetailImport(folder: string, environment: string | undefined): Promise<number> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  try {
    const settings = readSettings(process.env)
    const log = createLogger({ to: { file: `${settings.dataDir}/assay.log` } })
    const store = await openSharedStore(settings, log)
    try {
      const found = await findEnvironment(store.db, environment)
      if (typeof found === 'string') throw new RetailFileError(found)
      const counts = await importRetail(store.maintenance, found.id, {
        folder,
        now: new Date(),
        secretKey: await loadSecretKey(settings),
        signal: stop.signal,
        onRows: (file, rows) => {
          if (process.stderr.isTTY) process.stderr.write(`\r${file}: ${rows} rows`.padEnd(50))
        },
      })
      if (process.stderr.isTTY) process.stderr.write('\n')
      const rows = Object.entries(counts).map(([file, count]) => `${file} ${count}`)
      console.log(`${found.path}: ${rows.join(', ')} rows stored. The service computes the report.`)
      return 0
    } finally {
      await store.close()
    }
  } catch (error) {
    if (stop.signal.aborted) {
      console.error('Stopped: nothing was stored.')
      return 130
    }
    if (!(error instanceof RetailFileError || error instanceof StartError)) throw error
    console.error(error.message)
    const faults = error instanceof RetailFileError ? error.faults : []
    for (const fault of faults.slice(0, printed)) console.error(fault)
    if (faults.length > printed) console.error(`${faults.length - printed} more`)
    return 1
  }
}
