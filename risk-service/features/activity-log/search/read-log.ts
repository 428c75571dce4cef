import {
  type LogEntry,
  type LogPageInput,
  type LogQuery,
  type LogRow,
  logLimits,
  uuid,
} from '../../../contract/index.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import { decodeCursor, encodeCursor } from './log-cursor.ts'
import { conditionsOf, logScopeOf } from './log-filter.ts'
import { maskSecrets } from './mask-secrets.ts'
import { maskValues } from './mask-values.ts'
import { countEntries, findEntry, findNeighbours, type StoredRow, selectPage } from './store.ts'

type LogCall = Pick<EnvironmentCallContext, 'db' | 'ports' | 'principal' | 'figures' | 'tree'>

const toLogRow = (row: StoredRow): LogRow => ({
  id: row.id,
  at: row.at.toISOString(),
  operation: row.operation,
  resourceType: row.resource_type,
  resourceId: row.resource_id,
  resourceName: row.resource_name,
  actorId: row.actor_id,
  actorName: row.actor_name,
  environmentId: row.environment_id,
  environmentName: row.environment_name,
  assessmentId: row.assessment_id,
  assessmentName: row.assessment_name,
})

const conditionsOfCall = (call: LogCall, input: LogQuery) =>
  conditionsOf(input, logScopeOf(call, input.environmentId), call.ports.clock())

/** @throws ConflictError `search.timeout` when the limit of time is over */
async function limited<T>(signal: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(logLimits.seconds * 1000)
  try {
    return await run(signal ? AbortSignal.any([signal, deadline]) : deadline)
  } catch (error) {
    if (!deadline.aborted || signal?.aborted) throw error
    throw new ConflictError(
      `The search was cancelled after ${logLimits.seconds} seconds. Narrow its dates or filters.`,
      {
        reason: 'search.timeout',
        limit: logLimits.seconds,
      },
    )
  }
}

/** Finds a page of entries, with the mark of the next page. @throws ValidationError, ConflictError */
export async function searchLog(
  call: LogCall,
  input: LogPageInput,
  signal?: AbortSignal,
): Promise<{ rows: LogRow[]; nextCursor: string | null; queryMs: number }> {
  const started = performance.now()
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor)
  const conditions = conditionsOfCall(call, input)
  const rows = await limited(signal, each => selectPage(call.db, conditions, { after, limit: input.limit + 1 }, each))
  const page = rows.slice(0, input.limit)
  const last = rows.length > input.limit ? page.at(-1) : undefined
  return {
    rows: page.map(toLogRow),
    nextCursor: last ? encodeCursor({ at: last.at_text, id: last.id }) : null,
    queryMs: Math.round((performance.now() - started) * 10) / 10,
  }
}

/** Counts the matching entries, up to a limit. @throws ValidationError, ConflictError */
export async function countLog(
  call: LogCall,
  input: LogQuery,
  signal?: AbortSignal,
): Promise<{ count: number; isMore: boolean }> {
  const conditions = conditionsOfCall(call, input)
  const count = await limited(signal, each => countEntries(call.db, conditions, logLimits.count + 1, each))
  return { count: Math.min(count, logLimits.count), isMore: count > logLimits.count }
}

/** Reads an entry with its place among those about the same resource. @throws NotFoundError */
export async function getEntry(
  call: LogCall & Pick<EnvironmentCallContext, 'masking'>,
  { environmentId, id }: { environmentId: string; id: string },
): Promise<LogEntry> {
  const scope = logScopeOf(call, environmentId)
  const entry = await findEntry(call.db, id, scope)
  if (entry === null) throw new NotFoundError('This entry does not exist or is no longer kept.')
  const { before, after } = maskValues(entry, { type: entry.resource_type, id: entry.resource_id }, call.masking)
  const { previous, next, later, all } = await findNeighbours(call.db, entry, scope, logLimits.changes)
  return {
    ...toLogRow(entry),
    actorRoles: entry.actor_roles,
    correlationId: entry.correlation_id,
    erasedAt: entry.erased_at?.toISOString() ?? null,
    before: maskSecrets(before),
    after: maskSecrets(after),
    previousId: previous,
    nextId: next,
    change: later + 1,
    changes: Math.max(all, later + 1),
  }
}

/**
 * Returns the environment that the notes on an entry belong to: its own, or that of the call for an entry about the
 * whole tenant. Null: there is no such entry that the caller may see.
 */
export async function noteEnvironmentOf(call: LogCall, environmentId: string, id: string): Promise<string | null> {
  const entry = uuid.safeParse(id).success ? await findEntry(call.db, id, logScopeOf(call, environmentId)) : null
  return entry && (entry.environment_id ?? environmentId)
}
