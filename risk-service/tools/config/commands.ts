import { gunzip } from '../../engine/lib/gzip.ts'
import { configToFiles, filesToConfig } from '../../features/configuration/files/config-files.ts'
import { type ImportOptions, importConfig } from '../../features/configuration/import/import-config.ts'
import { loadConfiguration, loadQueues } from '../../features/configuration/stored-configuration.ts'
import { type EnvironmentAddress, findEnvironment } from '../../kernel/environments/find-environment.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { openSharedStore, StartError, type Store } from '../../kernel/store/store.ts'
import { FolderError, readFolder, writeFolder } from './folder.ts'
import { importContextOf } from './import-context.ts'
import { type MoveOptions, moveFolder } from './move.ts'
import { planLines, printFindings } from './report.ts'

const log = { write: () => undefined }

export type StoreCommand = 'export' | 'import' | 'move'

/** Runs a command on the store in the settings, whether a service runs on it or not. False: refused. */
export async function runOnStore(
  command: StoreCommand,
  folder: string,
  { environment, ...options }: ImportOptions & MoveOptions & { environment: string | undefined },
): Promise<boolean> {
  try {
    const store = await openSharedStore(readSettings(process.env), log)
    try {
      const found = await findEnvironment(store.db, environment)
      if (typeof found === 'string') throw new FolderError(found)
      if (command === 'export') return await exportTo(store, found, folder)
      return await (command === 'move' ? moveFolder : importFrom)(store, found, folder, options)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof StartError) throw new FolderError(error.message)
    // Missing: another user deleted the resource in the meantime.
    if (error instanceof ValidationError || error instanceof ConflictError || error instanceof NotFoundError)
      throw new FolderError(`Nothing was changed: ${error.message}`)
    throw error
  }
}

async function exportTo(store: Store, environment: EnvironmentAddress, folder: string): Promise<true> {
  const files = configToFiles(await loadConfiguration(store.db, environment.id, new Date(), gunzip))
  const { written, removed, unchanged } = await writeFolder(folder, files)
  console.log(
    `${environment.path}: ${files.size} files in ${folder} (${written} written, ${removed} removed, ${unchanged} as they were)`,
  )
  return true
}

async function importFrom(
  store: Store,
  environment: EnvironmentAddress,
  folder: string,
  options: ImportOptions,
): Promise<boolean> {
  const { files, problems: unread } = await readFolder(folder)
  const read = filesToConfig(files, new Date(), unread)
  const importer = await importContextOf(store, environment)
  const report = await importConfig({ ...importer, queues: await loadQueues(store.db, environment.id) }, read, options)
  const sound = printFindings(report.coverage, report.problems)
  console.log(['', ...planLines(report.plan), ''].join('\n'))
  console.log(
    !sound
      ? 'Nothing was changed: mend the errors above first.'
      : report.applied
        ? `${environment.path} was changed.`
        : options.dryRun
          ? 'Nothing was changed: this was a dry run.'
          : `${environment.path} is as the folder says.`,
  )
  return sound
}
