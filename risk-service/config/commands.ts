import { userInfo } from 'node:os'
import { createAssessmentBook } from '../engine/assessments.ts'
import { gunzip } from '../engine/lists/gzip.ts'
import { createResourceBook } from '../engine/resource-book.ts'
import { ancestorsOf, loadTree } from '../environments/tree.ts'
import { createOutgoing } from '../http/node/outgoing.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import { readSettings } from '../settings.ts'
import { announceChange } from '../store/changes.ts'
import { openBeside, StartError, type Store } from '../store/index.ts'
import { newId } from '../store/new-id.ts'
import { configToFiles, filesToConfig } from './files.ts'
import { type FoundEnvironment, findEnvironment } from './find-environment.ts'
import { FolderError, readFolder, writeFolder } from './folder.ts'
import { type ImportOptions, importConfig } from './import.ts'
import { planLines, tell } from './report.ts'
import { readEnvironment, readQueues } from './store.ts'

/** Changes by this command have a name and no account. */
const nobody = '00000000-0000-0000-0000-000000000000'
const log = { write: () => undefined }

/** `export` or `import` on the store that the settings name, whether a service runs on it or not. False: refused. */
export async function runOnStore(
  command: 'export' | 'import',
  folder: string,
  { environment, ...options }: ImportOptions & { environment: string | undefined },
): Promise<boolean> {
  try {
    const store = await openBeside(readSettings(process.env), log)
    try {
      const found = await findEnvironment(store.db, environment)
      if (typeof found === 'string') throw new FolderError(found)
      return await (command === 'export' ? exportTo(store, found, folder) : importFrom(store, found, folder, options))
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof StartError) throw new FolderError(error.message)
    // Missing: somebody deleted it meanwhile.
    if (error instanceof RefusedValue || error instanceof Conflict || error instanceof Missing)
      throw new FolderError(`Nothing was changed: ${error.message}`)
    throw error
  }
}

async function exportTo(store: Store, environment: FoundEnvironment, folder: string): Promise<true> {
  const files = configToFiles(await readEnvironment(store.db, environment.id, new Date(), gunzip))
  const { written, removed, unchanged } = await writeFolder(folder, files)
  console.log(
    `${environment.path}: ${files.size} files in ${folder} (${written} written, ${removed} removed, ${unchanged} as they were)`,
  )
  return true
}

/** Addresses are checked as the service checks them. Files hold no secrets, so that none has to be encrypted. */
function callChecks() {
  const outgoing = createOutgoing({ privateHosts: readSettings(process.env).outgoingPrivate })
  outgoing.close()
  return {
    problemOf: (url: string) => outgoing.problemOf(url),
    seal: () => Promise.reject(new Error('Files hold no secrets.')),
  }
}

async function importFrom(
  store: Store,
  environment: FoundEnvironment,
  folder: string,
  options: ImportOptions,
): Promise<boolean> {
  const { files, problems: unread } = await readFolder(folder)
  const read = filesToConfig(files, new Date(), unread)
  const ports = { db: store.db, clock: () => new Date(), newId }
  const assessments = createAssessmentBook({ ...ports, log })
  await assessments.reload()
  const tree = await loadTree(store.db, environment.tenantId)
  const resources = createResourceBook({ db: store.db, log, assessments }, 'closures')
  await resources.reload()
  const report = await importConfig(
    {
      ports,
      environmentId: environment.id,
      assessments,
      inherited: resources.check(environment.id).functions,
      calls: callChecks(),
      tree,
      queues: await readQueues(store.db, [...ancestorsOf(tree, environment.id).map(({ id }) => id), environment.id]),
      principal: {
        tenantId: environment.tenantId,
        id: nobody,
        name: `npm run config (${userInfo().username})`,
        username: '',
        wids: [],
        assignments: [],
      },
      roles: [],
      correlationId: newId(),
      announce: trx => announceChange(trx, environment.id),
    },
    read,
    options,
  )
  const sound = tell(report.coverage, report.problems)
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
