import { createYieldPoint, runInSlices } from '../../contract/cooperative.ts'
import { listLimits, supportLists } from '../../contract/lists/list-definitions.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'

import { changeSupportEntry, saveSupportEntries } from './entry-changes.ts'

import { allEntries } from './entry-store.ts'

import { loadEntryHistory } from './history/entry-history.ts'
import { assertFileSize, assertNoFileIssues } from './list-file.ts'
import { createArchive, csv } from './shared-handlers.ts'
import { readSupportFile, writeSupportFile } from './support-list-file.ts'
import { type EntryChange, findEntries, listEntries, loadSupportLists, removeEntries } from './support-lists.ts'

interface EntryInput {
  status: EntryChange['status']
  reason: string
  comments: string
  expiresAt: string | null
}
const changeOf = (value: string, { status, reason, comments, expiresAt }: EntryInput): EntryChange => ({
  value,
  status,
  reason,
  comments,
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
})

/** Copies the content of a file in pieces: decisions go on meanwhile. */
async function bytesOf(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size)
  const pause = createYieldPoint()
  let at = 0
  for await (const piece of file.stream()) {
    bytes.set(piece, at)
    at += piece.byteLength
    await pause()
  }
  return bytes
}

export const supportListRoutes = {
  list: procedures.supportLists.list
    .use(inEnvironment)
    .handler(({ context, input }) => loadSupportLists(context.db, input.environmentId, context.ports.clock())),
  entries: procedures.supportLists.entries
    .use(inEnvironment)
    .handler(({ context, input }) => listEntries(context.db, input.environmentId, input, context.ports.clock())),
  find: procedures.supportLists.find
    .use(inEnvironment)
    .handler(({ context, input }) =>
      findEntries(context.db, input.environmentId, input.list, input.values, context.ports.clock()),
    ),
  save: procedures.supportLists.save.use(inEnvironment).handler(({ context, input }) =>
    saveSupportEntries(
      context,
      input.environmentId,
      input.list,
      input.values.map(value => changeOf(value, input)),
    ),
  ),
  remove: procedures.supportLists.remove.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    const { keys, ...result } = await context.db
      .transaction()
      .execute(trx => removeEntries(trx, editor, input.list, input.values, input.comments))
    if (keys.length > 0) await context.lists.reloadSupport(input.environmentId, { list: input.list, keys })
    return result
  }),
  import: procedures.supportLists.import.use(inEnvironment).handler(async ({ context, input }) => {
    assertFileSize(input.file)
    return context.fileQueue(`imports ${context.principal.tenantId}`, async () => {
      // In slices and not in the thread of other list files: copying 200,000 entries from it delays decisions longer.
      const { entries, problems } = await runInSlices(
        readSupportFile(await bytesOf(input.file), input.file.name, input.list, context.ports.clock()),
      )
      assertNoFileIssues(problems)
      return saveSupportEntries(context, input.environmentId, input.list, entries)
    })
  }),
  export: procedures.supportLists.export.use(inEnvironment).handler(async ({ context, input }) => {
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
    return only ? csv(only.bytes, only.name) : createArchive('support lists.zip', files)
  }),
}

export const supportEntryRoutes = {
  get: procedures.supportEntries.get.use(inEnvironment).handler(async ({ context, input }) => {
    const found = []
    for (const [list, entities] of Map.groupBy(input.entities, each => each.list)) {
      const entries = await findEntries(
        context.db,
        input.environmentId,
        list,
        entities.map(({ value }) => value),
        context.ports.clock(),
      )
      found.push(...entries.map(entry => ({ list, entry })))
    }
    return found
  }),
  history: procedures.supportEntries.history
    .use(inEnvironment)
    .handler(({ context, input: { environmentId, entities } }) =>
      loadEntryHistory(
        context.db,
        { tenantId: context.principal.tenantId, environmentId },
        entities,
        listLimits.history,
      ),
    ),
  set: procedures.supportEntries.set.use(inEnvironment).handler(({ context, input }) => {
    const { environmentId, expiresAt, ...change } = input
    return changeSupportEntry(context, environmentId, {
      ...change,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    })
  }),
}
