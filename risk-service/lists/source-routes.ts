import { listLimits } from '../contract/list-rules.ts'
import type { ListConnection } from '../contract/list-sources.ts'
import { CallProblem } from '../engine/calls/authentication.ts'
import type { Json } from '../engine/json.ts'
import { cellText, columnsOf, type ListSource } from '../engine/lists/source.ts'
import type { StoredSource } from '../engine/lists/sources.ts'
import { currentPerformance } from '../external-calls/around.ts'
import { requirePace } from '../external-calls/pace.ts'
import { base, type ConsoleContext, type EnvironmentContext, inEnvironment } from '../session/base.ts'
import { RefusedValue } from '../session/refusals.ts'
import { editorOf, takeOver, toList } from './routes.ts'
import { changedBefore, createSourceList, madeBefore, requireSource, requireSources, updateSource } from './sources.ts'

type Context = ConsoleContext & EnvironmentContext

/** What a database did not do is a refusal of the connection, which names why. */
async function asked<T>(
  context: Context,
  connection: ListConnection,
  stored: StoredSource | null,
  work: (source: ListSource) => Promise<T>,
): Promise<T> {
  const sources = requireSources(context.lists.sources)
  try {
    return await sources.counted(stored, async () => await work(await sources.open(connection, stored)))
  } catch (error) {
    if (error instanceof CallProblem)
      throw new RefusedValue(['connection'], error.message, {
        call: { errorType: error.type, httpStatusCode: error.status === 0 ? null : error.status },
      })
    throw error
  }
}

const storedOf = async (
  context: Context,
  environmentId: string,
  listId: string | undefined,
): Promise<StoredSource | null> =>
  listId === undefined ? null : (await requireSource(context.db, environmentId, listId)).stored

const firstDocuments = (context: Context, connection: ListConnection, stored: StoredSource | null): Promise<Json[]> =>
  asked(context, connection, stored, source => source.documents(connection.container, listLimits.preview))

const shownIn = (columns: string[], documents: readonly Json[]) => ({
  columns,
  rows: documents.map(document =>
    Object.fromEntries(
      columns.map(name => [name, Object.hasOwn(document, name) ? (cellText(document[name]) ?? '') : '']),
    ),
  ),
})

export const listSourceRoutes = {
  test: base.listSources.test.use(inEnvironment).handler(async ({ context, input }) => {
    const stored = await storedOf(context, input.environmentId, input.listId)
    requirePace(context.principal.id, context.ports.clock())
    return {
      containers: await asked(context, { ...input.connection, container: '-' }, stored, source => source.containers()),
    }
  }),
  preview: base.listSources.preview.use(inEnvironment).handler(async ({ context, input }) => {
    const stored = await storedOf(context, input.environmentId, input.listId)
    requirePace(context.principal.id, context.ports.clock())
    const documents = await firstDocuments(context, input.connection, stored)
    return shownIn(input.columns ?? columnsOf(documents.slice(0, 1)), documents)
  }),
  rows: base.listSources.rows.use(inEnvironment).handler(async ({ context, input }) => {
    const { list, stored } = await requireSource(context.db, input.environmentId, input.listId)
    return shownIn(list.columns, await firstDocuments(context, stored.connection, stored))
  }),
  create: base.listSources.create.use(inEnvironment).handler(async ({ context, input }) => {
    const sources = requireSources(context.lists.sources)
    const editor = editorOf(context, input.environmentId)
    const wanted = { ...input, id: input.listId }
    // A list that nobody can read is not made; one that is made already is not tried again.
    if ((await madeBefore(context.db, editor, wanted)) === null)
      await asked(context, input.connection, null, source => source.documents(input.connection.container, 1))
    const made = await context.db.transaction().execute(trx => createSourceList(trx, editor, wanted, sources))
    await takeOver(context, input.environmentId)
    return toList(context, made)
  }),
  get: base.listSources.get.use(inEnvironment).handler(async ({ context, input }) => {
    const { list, stored } = await requireSource(context.db, input.environmentId, input.listId)
    return { connection: stored.connection, columns: list.columns, version: list.version }
  }),
  update: base.listSources.update.use(inEnvironment).handler(async ({ context, input }) => {
    const sources = requireSources(context.lists.sources)
    const known = await requireSource(context.db, input.environmentId, input.listId)
    const editor = editorOf(context, input.environmentId)
    if (!changedBefore(known, editor, input))
      await asked(context, input.connection, known.stored, source => source.documents(input.connection.container, 1))
    const next = await context.db.transaction().execute(trx => updateSource(trx, editor, input, sources))
    await takeOver(context, input.environmentId)
    return toList(context, next)
  }),
  performance: base.listSources.performance.use(inEnvironment).handler(async ({ context, input }) => {
    await requireSource(context.db, input.environmentId, input.listId)
    await context.lists.sources?.flush()
    return await currentPerformance(context, input.environmentId, input.listId, input)
  }),
}
