import { listProblem } from '../contract/list-file.ts'
import { listLimits, supportLists } from '../contract/list-rules.ts'
import type { CustomList, ListRow } from '../contract/lists.ts'
import { inSteps } from '../contract/steps.ts'
import type { CompiledList } from '../engine/lists/compiled.ts'
import { gunzip } from '../engine/lists/gzip.ts'
import { base, type ConsoleContext, type EnvironmentContext, inEnvironment } from '../session/base.ts'
import { Missing, RefusedValue } from '../session/refusals.ts'
import {
  acceptFile,
  createList,
  describeList,
  type ListEditor,
  missingColumns,
  readFile,
  removeLists,
  replaceList,
  requireFaultless,
  requireFileList,
  requireList,
  requireUnused,
} from './custom.ts'
import { customPage, matchingRows, rowsOf } from './rows.ts'
import { allEntries, findVersion, listsOf, type StoredList, versionsOf } from './store.ts'
import { type EntryChange, findEntries, listEntries, overview, removeEntries, saveEntries } from './support.ts'
import { readSupportFile, writeSupportFile } from './support-file.ts'
import { usersOfLists } from './users.ts'
import { fileNames, zip } from './zip.ts'

type Context = ConsoleContext & EnvironmentContext

export const editorOf = (context: Context, environmentId: string): ListEditor => ({
  ports: context.ports,
  principal: context.principal,
  roles: context.actorRoles,
  correlationId: context.correlationId,
  environmentId,
})

export function toList(context: Context, list: StoredList): CustomList {
  const { id, name, description, source, columns, rows, size, version } = list
  const seen = context.lists.versionOf(list.environment_id, id)
  return {
    id,
    name,
    description,
    source,
    columns,
    rows,
    size,
    version,
    status: seen === version ? 'active' : 'activating',
    createdAt: list.created_at.toISOString(),
    updatedBy: list.updated_by_name,
    updatedAt: list.updated_at.toISOString(),
  }
}

/** Lets rules see a change; they are compiled anew when names or columns are others. */
export async function takeOver({ lists, engine }: Context, environmentId: string): Promise<void> {
  const before = lists.signature(environmentId)
  await lists.reload(environmentId)
  if (lists.signature(environmentId) !== before) await engine.reloadRules(environmentId)
}

const bytesOf = async (file: File): Promise<Uint8Array> => {
  if (file.size >= listLimits.fileSize) requireFaultless([listProblem('LST002')])
  return new Uint8Array(await file.arrayBuffer())
}

async function open(context: Context, list: StoredList, version = list.version): Promise<CompiledList> {
  const found = await context.lists.open(list.id, version)
  if (!found) throw new Missing('The file of this version is not kept any more.')
  return found
}

const preview = (list: CompiledList): ListRow[] => rowsOf(list, 0, listLimits.preview)
const csv = (content: Uint8Array | string, name: string): File =>
  new File([content as BlobPart], name, { type: 'text/csv' })

async function archive(name: string, files: readonly { name: string; bytes: Uint8Array; at: Date }[]): Promise<File> {
  return new File([(await zip(files)) as BlobPart], name, { type: 'application/zip' })
}

export const customListRoutes = {
  list: base.customLists.list.use(inEnvironment).handler(async ({ context, input }) =>
    customPage(
      (await listsOf(context.db, input.environmentId)).map(list => toList(context, list)),
      input,
    ),
  ),
  get: base.customLists.get.use(inEnvironment).handler(async ({ context, input }) => {
    const list = await requireList(context.db, input.environmentId, input.listId)
    return { ...toList(context, list), preview: list.source === 'csv' ? preview(await open(context, list)) : [] }
  }),
  rows: base.customLists.rows.use(inEnvironment).handler(async ({ context, input }) => {
    const list = await requireFileList(context.db, input.environmentId, input.listId)
    return {
      columns: await columnsOf(context, list, input.version),
      ...(await matchingRows(await open(context, list, input.version), input)),
    }
  }),
  check: base.customLists.check.use(inEnvironment).handler(async ({ context, input }) => {
    const bytes = await bytesOf(input.file)
    const { facts, list } = await readFile(bytes, input.file.name)
    const known = input.listId === undefined ? null : await requireList(context.db, input.environmentId, input.listId)
    const users = known
      ? ((await usersOfLists(context.db, input.environmentId)).get(known.name.toLowerCase()) ?? [])
      : []
    const problems = facts.problems.length > 0 ? facts.problems : missingColumns(users, facts.columns)
    return {
      columns: facts.columns,
      rows: facts.rows,
      size: bytes.byteLength,
      preview: list ? preview(list) : [],
      problems,
    }
  }),
  create: base.customLists.create.use(inEnvironment).handler(async ({ context, input }) => {
    const file = await acceptFile(await bytesOf(input.file), input.file.name)
    const editor = editorOf(context, input.environmentId)
    const made = await context.db
      .transaction()
      .execute(trx =>
        createList(trx, editor, { id: input.listId, name: input.name, description: input.description }, file),
      )
    await takeOver(context, input.environmentId)
    return toList(context, made)
  }),
  replace: base.customLists.replace.use(inEnvironment).handler(async ({ context, input }) => {
    await requireFileList(context.db, input.environmentId, input.listId)
    const file = await acceptFile(await bytesOf(input.file), input.file.name)
    const editor = editorOf(context, input.environmentId)
    const next = await context.db.transaction().execute(trx => replaceList(trx, editor, input, file))
    await takeOver(context, input.environmentId)
    return toList(context, next)
  }),
  describe: base.customLists.describe.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    return toList(
      context,
      await context.db.transaction().execute(trx => describeList(trx, editor, input.listId, input.description)),
    )
  }),
  versions: base.customLists.versions.use(inEnvironment).handler(async ({ context, input }) => {
    await requireList(context.db, input.environmentId, input.listId)
    return (await versionsOf(context.db, input.listId)).map(row => ({
      version: row.version,
      columns: row.columns,
      rows: row.rows,
      size: row.size,
      fileName: row.file_name,
      restoredFrom: row.restored_from,
      updatedBy: row.updated_by_name,
      updatedAt: row.updated_at.toISOString(),
      kept: row.kept,
    }))
  }),
  restore: base.customLists.restore.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const next = await context.db.transaction().execute(async trx => {
      await requireFileList(trx, input.environmentId, input.listId)
      const stored = await findVersion(trx, input.listId, input.version)
      if (!stored) throw new Missing('There is no such version of this list.')
      const { columns, rows, size, digest, content } = stored
      if (!content) throw new Missing('The file of this version is not kept any more.')
      return replaceList(
        trx,
        editor,
        { listId: input.listId, baseVersion: input.baseVersion, restoredFrom: input.version },
        { columns, rows, size, digest, fileName: stored.file_name, content },
      )
    })
    await takeOver(context, input.environmentId)
    return toList(context, next)
  }),
  download: base.customLists.download.use(inEnvironment).handler(async ({ context, input }) => {
    const lists = (await listsOf(context.db, input.environmentId)).filter(({ id }) => input.listIds.includes(id))
    if (lists.length < new Set(input.listIds).size) throw new Missing('There is no such list in this environment.')
    if (lists.some(({ source }) => source !== 'csv'))
      throw new RefusedValue(
        ['listIds'],
        'The rows of a list are in a database, not in a file: there is nothing to download.',
      )
    if (input.version !== undefined && lists.length > 1)
      throw new RefusedValue(['version'], 'A version can be asked of one list only.')
    const names = fileNames(
      lists.map(({ name }) => name),
      '.csv',
    )
    const files = []
    for (const [index, list] of lists.entries()) {
      const stored = await findVersion(context.db, list.id, input.version ?? list.version)
      if (!stored?.content) throw new Missing('The file of this version is not kept any more.')
      files.push({ name: names[index] ?? '', bytes: await gunzip(stored.content), at: stored.updated_at })
    }
    const only = files.length === 1 ? files[0] : undefined
    return only ? csv(only.bytes, only.name) : archive('lists.zip', files)
  }),
  remove: base.customLists.remove.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const listIds = [...new Set(input.listIds)]
    const removal = await context.db.transaction().execute(async trx => {
      const result = await removeLists(trx, editor, listIds)
      requireUnused(result, listIds)
      return result
    })
    await takeOver(context, input.environmentId)
    return {
      deleted: removal.deleted.map(({ id }) => id),
      kept: removal.kept.map(({ list, users }) => ({ listId: list.id, name: list.name, users })),
    }
  }),
  dependents: base.customLists.dependents.use(inEnvironment).handler(async ({ context, input }) => {
    const list = await requireList(context.db, input.environmentId, input.listId)
    return (await usersOfLists(context.db, input.environmentId)).get(list.name.toLowerCase()) ?? []
  }),
}

async function columnsOf(context: Context, list: StoredList, version: number | undefined): Promise<string[]> {
  if (version === undefined || version === list.version) return list.columns
  const stored = (await versionsOf(context.db, list.id)).find(each => each.version === version)
  if (!stored) throw new Missing('There is no such version of this list.')
  return stored.columns
}

interface EntryFacts {
  status: EntryChange['status']
  reason: string
  comments: string
  expiresAt: string | null
}
const changeOf = (value: string, { status, reason, comments, expiresAt }: EntryFacts): EntryChange => ({
  value,
  status,
  reason,
  comments,
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
})

export const supportListRoutes = {
  list: base.supportLists.list
    .use(inEnvironment)
    .handler(({ context, input }) => overview(context.db, input.environmentId, context.ports.clock())),
  entries: base.supportLists.entries
    .use(inEnvironment)
    .handler(({ context, input }) => listEntries(context.db, input.environmentId, input, context.ports.clock())),
  find: base.supportLists.find
    .use(inEnvironment)
    .handler(({ context, input }) =>
      findEntries(context.db, input.environmentId, input.list, input.values, context.ports.clock()),
    ),
  save: base.supportLists.save.use(inEnvironment).handler(({ context, input }) =>
    save(
      context,
      input.environmentId,
      input.list,
      input.values.map(value => changeOf(value, input)),
    ),
  ),
  remove: base.supportLists.remove.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = editorOf(context, input.environmentId)
    const { keys, ...result } = await context.db
      .transaction()
      .execute(trx => removeEntries(trx, editor, input.list, input.values, input.comments))
    if (keys.length > 0) await context.lists.reloadSupport(input.environmentId, { list: input.list, keys })
    return result
  }),
  import: base.supportLists.import.use(inEnvironment).handler(async ({ context, input }) => {
    const { entries, problems } = await inSteps(
      readSupportFile(await bytesOf(input.file), input.file.name, input.list, context.ports.clock()),
    )
    requireFaultless(problems)
    return save(context, input.environmentId, input.list, entries)
  }),
  export: base.supportLists.export.use(inEnvironment).handler(async ({ context, input }) => {
    const now = context.ports.clock()
    const lists = [...new Set(input.lists)]
    const files = []
    for (const list of lists) {
      const rows = await allEntries(context.db, { environmentId: input.environmentId, list }, now)
      const text = writeSupportFile(
        rows.map(row => ({
          value: row.value,
          status: row.status,
          reason: row.reason,
          comments: row.comments,
          expiresAt: row.expires_at,
          updatedBy: row.updated_by_name,
          updatedAt: row.updated_at,
        })),
      )
      files.push({ name: `${supportLists[list].name}.csv`, bytes: new TextEncoder().encode(text), at: now })
    }
    const only = files.length === 1 ? files[0] : undefined
    return only ? csv(only.bytes, only.name) : archive('support lists.zip', files)
  }),
}

async function save(
  context: Context,
  environmentId: string,
  list: Parameters<typeof saveEntries>[2],
  changes: readonly EntryChange[],
) {
  const editor = editorOf(context, environmentId)
  const { keys, ...counted } = await context.db.transaction().execute(trx => saveEntries(trx, editor, list, changes))
  if (keys.length > 0) await context.lists.reloadSupport(environmentId, keys.length > 1000 ? { list } : { list, keys })
  return counted
}

export const supportEntryRoutes = {
  get: base.supportEntries.get.use(inEnvironment).handler(async ({ context, input }) => {
    const found = []
    for (const [list, asked] of Map.groupBy(input.entities, each => each.list)) {
      const entries = await findEntries(
        context.db,
        input.environmentId,
        list,
        asked.map(({ value }) => value),
        context.ports.clock(),
      )
      found.push(...entries.map(entry => ({ list, entry })))
    }
    return found
  }),
  set: base.supportEntries.set.use(inEnvironment).handler(async ({ context, input }) => {
    const { environmentId, list, value, status } = input
    if (status !== null) await save(context, environmentId, list, [changeOf(value, { ...input, status })])
    else {
      const editor = editorOf(context, environmentId)
      const { keys } = await context.db
        .transaction()
        .execute(trx => removeEntries(trx, editor, list, [value], input.comments))
      if (keys.length > 0) await context.lists.reloadSupport(environmentId, { list, keys })
    }
    return (await findEntries(context.db, environmentId, list, [value], context.ports.clock()))[0] ?? null
  }),
}
