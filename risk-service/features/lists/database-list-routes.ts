import type { ListConnection } from '../../contract/lists/database-list-inputs.ts'
import { listLimits } from '../../contract/lists/list-definitions.ts'
import { OutgoingCallError } from '../../engine/calls/authentication.ts'
import type { Json } from '../../engine/lib/json.ts'
import { cellText, documentColumns, type ListSource } from '../../engine/lists/list-source.ts'
import type { StoredListSource } from '../../engine/lists/list-sources.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { loadCurrentPerformance } from '../outgoing-calls/shared-handlers.ts'
import { assertTestRate } from '../outgoing-calls/test-rate-limit.ts'
import {
  createSourceList,
  findRepeatedCreation,
  isRepeatedChange,
  requireSource,
  requireSources,
  updateSource,
} from './database-lists.ts'
import { reloadLists, toList } from './shared-handlers.ts'

/** Turns a failure of a database into an error of the connection, with the reason. */
async function withSource<T>(
  context: EnvironmentCallContext,
  connection: ListConnection,
  stored: StoredListSource | null,
  work: (source: ListSource) => Promise<T>,
): Promise<T> {
  const sources = requireSources(context.lists.sources)
  try {
    return await sources.metered(stored, async () => await work(await sources.open(connection, stored)))
  } catch (error) {
    if (error instanceof OutgoingCallError)
      throw new ValidationError(['connection'], error.message, {
        call: { errorType: error.type, httpStatusCode: error.status === 0 ? null : error.status },
      })
    throw error
  }
}

const findStoredSource = async (
  context: EnvironmentCallContext,
  environmentId: string,
  listId: string | undefined,
): Promise<StoredListSource | null> =>
  listId === undefined ? null : (await requireSource(context.db, environmentId, listId)).stored

const loadFirstDocuments = (
  context: EnvironmentCallContext,
  connection: ListConnection,
  stored: StoredListSource | null,
): Promise<Json[]> =>
  withSource(context, connection, stored, source => source.documents(connection.container, listLimits.preview))

const previewOf = (columns: string[], documents: readonly Json[]) => ({
  columns,
  rows: documents.map(document =>
    Object.fromEntries(
      columns.map(name => [name, Object.hasOwn(document, name) ? (cellText(document[name]) ?? '') : '']),
    ),
  ),
})

export const databaseListRoutes = {
  test: procedures.databaseLists.test.use(inEnvironment).handler(async ({ context, input }) => {
    const stored = await findStoredSource(context, input.environmentId, input.listId)
    await assertTestRate(context)
    return {
      containers: await withSource(context, { ...input.connection, container: '-' }, stored, source =>
        source.containers(),
      ),
    }
  }),
  preview: procedures.databaseLists.preview.use(inEnvironment).handler(async ({ context, input }) => {
    const stored = await findStoredSource(context, input.environmentId, input.listId)
    await assertTestRate(context)
    const documents = await loadFirstDocuments(context, input.connection, stored)
    return previewOf(input.columns ?? documentColumns(documents.slice(0, 1)), documents)
  }),
  rows: procedures.databaseLists.rows.use(inEnvironment).handler(async ({ context, input }) => {
    const { list, stored } = await requireSource(context.db, input.environmentId, input.listId)
    return previewOf(list.columns, await loadFirstDocuments(context, stored.connection, stored))
  }),
  create: procedures.databaseLists.create.use(inEnvironment).handler(async ({ context, input }) => {
    const sources = requireSources(context.lists.sources)
    const editor = actionContextOf(context, input.environmentId)
    const requested = { ...input, id: input.listId }
    // A list without a readable source is not created; the source of an existing one is not tried again.
    if ((await findRepeatedCreation(context.db, editor, requested)) === null)
      await withSource(context, input.connection, null, source => source.documents(input.connection.container, 1))
    const created = await context.db.transaction().execute(trx => createSourceList(trx, editor, requested, sources))
    await reloadLists(context, input.environmentId)
    return toList(context, created)
  }),
  get: procedures.databaseLists.get.use(inEnvironment).handler(async ({ context, input }) => {
    const { list, stored } = await requireSource(context.db, input.environmentId, input.listId)
    return { connection: stored.connection, columns: list.columns, version: list.version }
  }),
  update: procedures.databaseLists.update.use(inEnvironment).handler(async ({ context, input }) => {
    const sources = requireSources(context.lists.sources)
    const existing = await requireSource(context.db, input.environmentId, input.listId)
    const editor = actionContextOf(context, input.environmentId)
    if (!isRepeatedChange(existing, editor, input))
      await withSource(context, input.connection, existing.stored, source =>
        source.documents(input.connection.container, 1),
      )
    const next = await context.db.transaction().execute(trx => updateSource(trx, editor, input, sources))
    await reloadLists(context, input.environmentId)
    return toList(context, next)
  }),
  performance: procedures.databaseLists.performance.use(inEnvironment).handler(async ({ context, input }) => {
    await requireSource(context.db, input.environmentId, input.listId)
    await context.lists.sources?.flush()
    return await loadCurrentPerformance(context, input.environmentId, input.listId, input)
  }),
}
