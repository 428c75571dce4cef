import { userInfo } from 'node:os'
import { createAssessmentRegistry } from '../../engine/assessment-types/assessment-registry.ts'
import { gunzip } from '../../engine/lib/gzip.ts'
import { createResourceRegistry } from '../../engine/resources/resource-registry.ts'
import { configToFiles, filesToConfig } from '../../features/configuration/files/config-files.ts'
import { type ImportOptions, importConfig } from '../../features/configuration/import/import-config.ts'
import { loadConfiguration, loadQueues } from '../../features/configuration/stored-configuration.ts'
import { createOutgoingHttp } from '../../http/node/outgoing-http.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { type EnvironmentAddress, findEnvironment } from '../../kernel/environments/find-environment.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { publishChange } from '../../kernel/store/change-channel.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { openSharedStore, StartError, type Store } from '../../kernel/store/store.ts'
import { FolderError, readFolder, writeFolder } from './folder.ts'
import { planLines, printFindings } from './report.ts'

/** Actor of changes by this command, which have a name and no account. */
const nilUserId = '00000000-0000-0000-0000-000000000000'
const log = { write: () => undefined }

/** Runs `export` or `import` on the store in the settings, whether a service runs on it or not. False: refused. */
export async function runOnStore(
  command: 'export' | 'import',
  folder: string,
  { environment, ...options }: ImportOptions & { environment: string | undefined },
): Promise<boolean> {
  try {
    const store = await openSharedStore(readSettings(process.env), log)
    try {
      const found = await findEnvironment(store.db, environment)
      if (typeof found === 'string') throw new FolderError(found)
      return await (command === 'export' ? exportTo(store, found, folder) : importFrom(store, found, folder, options))
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

/**
 * Returns the checks of calls: addresses are checked as in the service. Files contain no secrets, so that none has to
 * be encrypted.
 */
function callChecks() {
  const outgoing = createOutgoingHttp({ privateHosts: readSettings(process.env).outgoingPrivate })
  outgoing.close()
  return {
    addressIssue: (url: string) => outgoing.addressIssue(url),
    encrypt: () => Promise.reject(new Error('Files hold no secrets.')),
  }
}

async function importFrom(
  store: Store,
  environment: EnvironmentAddress,
  folder: string,
  options: ImportOptions,
): Promise<boolean> {
  const { files, problems: unread } = await readFolder(folder)
  const read = filesToConfig(files, new Date(), unread)
  const ports = { db: store.db, clock: () => new Date(), newId }
  const assessments = createAssessmentRegistry({ ...ports, log })
  await assessments.reload()
  const tree = await loadEnvironmentTree(store.db, environment.tenantId)
  const resources = createResourceRegistry({ db: store.db, log, assessments }, 'closures')
  await resources.reload()
  const report = await importConfig(
    {
      ports,
      environmentId: environment.id,
      assessments,
      inherited: resources.check(environment.id).functions,
      calls: callChecks(),
      tree,
      queues: await loadQueues(store.db, environment.id),
      principal: {
        tenantId: environment.tenantId,
        id: nilUserId,
        name: `npm run config (${userInfo().username})`,
        username: '',
        wids: [],
        assignments: [],
      },
      roles: [],
      correlationId: newId(),
      announce: trx => publishChange(trx, environment.id),
    },
    read,
    options,
  )
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
