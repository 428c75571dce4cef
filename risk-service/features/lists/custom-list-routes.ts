import { runInSlices } from '../../contract/cooperative.ts'
import type { ListRow } from '../../contract/lists/custom-lists.ts'
import { listLimits } from '../../contract/lists/list-definitions.ts'
import { exportListFile } from '../../contract/lists/list-export.ts'
import { gunzip } from '../../engine/lib/gzip.ts'
import type { CompiledList } from '../../engine/lists/compiled-list.ts'
import type { ListUploadOptions } from '../../engine/lists/read-list-upload.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { ConsoleContext, EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { findListDependents } from '../usage/list-usage.ts'
import { fileNames } from './archives/zip.ts'
import {
  assertListsUnused,
  createList,
  describeList,
  findMissingColumns,
  removeLists,
  replaceList,
  requireFileList,
  requireList,
} from './custom-lists.ts'
import { assertFileSize, parseListFile } from './list-file.ts'
import { appendValues } from './rows/appended-values.ts'
import { customPage, matchingRows, rowsOf } from './rows/list-rows.ts'
import { createArchive, csv, reloadLists, toList } from './shared-handlers.ts'
import { findListVersion, loadLists, loadListVersions, type StoredList } from './store.ts'

async function openList(
  context: EnvironmentCallContext,
  list: StoredList,
  version = list.version,
): Promise<CompiledList> {
  const found = await context.lists.openVersion(list.id, version)
  if (!found) throw new NotFoundError('The file of this version is no longer available.')
  return found
}

/** Returns the reader of files that delays no decision. */
const readerOf =
  ({ engine }: Pick<ConsoleContext, 'engine'>, environmentId: string) =>
  (file: Blob, options: ListUploadOptions) =>
    engine.readListUpload({ environmentId, file, ...options })
const preview = (list: CompiledList): ListRow[] => rowsOf(list, 0, listLimits.preview)

export const customListRoutes = {
  list: procedures.customLists.list.use(inEnvironment).handler(async ({ context, input }) =>
    customPage(
      (await loadLists(context.db, input.environmentId)).map(list => toList(context, list)),
      input,
    ),
  ),
  get: procedures.customLists.get.use(inEnvironment).handler(async ({ context, input }) => {
    const list = await requireList(context.db, input.environmentId, input.listId)
    return { ...toList(context, list), preview: list.source === 'csv' ? preview(await openList(context, list)) : [] }
  }),
  rows: procedures.customLists.rows.use(inEnvironment).handler(async ({ context, input }) => {
    const list = await requireFileList(context.db, input.environmentId, input.listId)
    return {
      columns: await loadColumns(context, list, input.version),
      ...(await matchingRows(await openList(context, list, input.version), input)),
    }
  }),
  check: procedures.customLists.check
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input }) => {
      const { file } = input
      assertFileSize(file)
      const options = { fileName: file.name, previewRows: listLimits.preview, pack: false }
      const { facts, rows } = await readerOf(context, input.environmentId)(file, options)
      const existing =
        input.listId === undefined ? null : await requireList(context.db, input.environmentId, input.listId)
      const users = existing
        ? ((await findListDependents(context.db, input.environmentId)).get(existing.name.toLowerCase()) ?? [])
        : []
      const problems = facts.problems.length > 0 ? facts.problems : findMissingColumns(users, facts.columns)
      return {
        columns: facts.columns,
        rows: facts.rows,
        size: file.size,
        preview: rows.map((cells, index) => ({ row: index + 2, cells })),
        problems,
      }
    }),
  create: procedures.customLists.create.use(inEnvironment).handler(async ({ context, input }) => {
    const file = await parseListFile(input.file, input.file.name, readerOf(context, input.environmentId))
    const editor = actionContextOf(context, input.environmentId)
    const created = await context.db
      .transaction()
      .execute(trx =>
        createList(trx, editor, { id: input.listId, name: input.name, description: input.description }, file),
      )
    await reloadLists(context, input.environmentId)
    return toList(context, created)
  }),
  replace: procedures.customLists.replace.use(inEnvironment).handler(async ({ context, input }) => {
    await requireFileList(context.db, input.environmentId, input.listId)
    const file = await parseListFile(input.file, input.file.name, readerOf(context, input.environmentId))
    const editor = actionContextOf(context, input.environmentId)
    const next = await context.db.transaction().execute(trx => replaceList(trx, editor, input, file))
    await reloadLists(context, input.environmentId)
    return toList(context, next)
  }),
  append: procedures.customLists.append
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input }) => {
      const { environmentId, listId, values } = input
      const list = await requireFileList(context.db, environmentId, listId)
      const column = list.columns.findIndex(name => name.toLowerCase() === input.column.toLowerCase())
      if (column < 0) throw new ValidationError(['column'], `The list has no column ${input.column}.`)
      const appended = await runInSlices(appendValues(await openList(context, list), list.columns, column, values))
      if (appended === null) return { added: 0, unchanged: values.length }
      const name = `${list.name}.csv`
      const file = await parseListFile(new File([appended.text], name), name, readerOf(context, environmentId))
      const editor = actionContextOf(context, environmentId)
      await context.db
        .transaction()
        .execute(trx => replaceList(trx, editor, { listId, baseVersion: list.version }, file))
      await reloadLists(context, environmentId)
      return { added: appended.added, unchanged: values.length - appended.added }
    }),
  describe: procedures.customLists.describe.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    return toList(
      context,
      await context.db.transaction().execute(trx => describeList(trx, editor, input.listId, input.description)),
    )
  }),
  versions: procedures.customLists.versions.use(inEnvironment).handler(async ({ context, input }) => {
    await requireList(context.db, input.environmentId, input.listId)
    return (await loadListVersions(context.db, input.listId)).map(row => ({
      version: row.version,
      columns: row.columns,
      rows: row.rows,
      size: row.size,
      fileName: row.file_name,
      restoredFrom: row.restored_from,
      updatedBy: row.updated_by_name,
      updatedAt: row.updated_at.toISOString(),
      stored: row.stored,
    }))
  }),
  restore: procedures.customLists.restore.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    const next = await context.db.transaction().execute(async trx => {
      await requireFileList(trx, input.environmentId, input.listId)
      const stored = await findListVersion(trx, input.listId, input.version)
      if (!stored) throw new NotFoundError('There is no such version of this list.')
      const { columns, rows, size, digest, content } = stored
      if (!content) throw new NotFoundError('The file of this version is no longer available.')
      return replaceList(
        trx,
        editor,
        { listId: input.listId, baseVersion: input.baseVersion, restoredFrom: input.version },
        { columns, rows, size, digest, fileName: stored.file_name, content },
      )
    })
    await reloadLists(context, input.environmentId)
    return toList(context, next)
  }),
  download: procedures.customLists.download.use(inEnvironment).handler(async ({ context, input }) => {
    const lists = (await loadLists(context.db, input.environmentId)).filter(({ id }) => input.listIds.includes(id))
    if (lists.length < new Set(input.listIds).size)
      throw new NotFoundError('There is no such list in this environment.')
    if (lists.some(({ source }) => source !== 'csv'))
      throw new ValidationError(
        ['listIds'],
        'The rows of a list are in a database, not in a file: there is nothing to download.',
      )
    if (input.version !== undefined && lists.length > 1)
      throw new ValidationError(['version'], 'A version can be requested for one list only.')
    const names = fileNames(
      lists.map(({ name }) => name),
      '.csv',
    )
    const files = []
    for (const [index, list] of lists.entries()) {
      const stored = await findListVersion(context.db, list.id, input.version ?? list.version)
      if (!stored?.content) throw new NotFoundError('The file of this version is no longer available.')
      files.push({
        name: names[index] ?? '',
        bytes: await runInSlices(exportListFile(await gunzip(stored.content))),
        at: stored.updated_at,
      })
    }
    const only = files.length === 1 ? files[0] : undefined
    return only ? csv(only.bytes, only.name) : createArchive('lists.zip', files)
  }),
  remove: procedures.customLists.remove.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    const listIds = [...new Set(input.listIds)]
    const removal = await context.db.transaction().execute(async trx => {
      const result = await removeLists(trx, editor, listIds)
      assertListsUnused(result, listIds)
      return result
    })
    await reloadLists(context, input.environmentId)
    return {
      deleted: removal.deleted.map(({ id }) => id),
      inUse: removal.inUse.map(({ list, users }) => ({ listId: list.id, name: list.name, users })),
    }
  }),
  dependents: procedures.customLists.dependents.use(inEnvironment).handler(async ({ context, input }) => {
    const list = await requireList(context.db, input.environmentId, input.listId)
    return (await findListDependents(context.db, input.environmentId)).get(list.name.toLowerCase()) ?? []
  }),
}

async function loadColumns(
  context: EnvironmentCallContext,
  list: StoredList,
  version: number | undefined,
): Promise<string[]> {
  if (version === undefined || version === list.version) return list.columns
  const stored = (await loadListVersions(context.db, list.id)).find(each => each.version === version)
  if (!stored) throw new NotFoundError('There is no such version of this list.')
  return stored.columns
}
