import {
  createYieldPoint,
  exportLimits,
  type LogColumn,
  type LogExportInput,
  logColumns,
} from '../../../contract/index.ts'
import { exportCell, writeCsv } from '../../../contract/lists/csv-cells.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { withDeadline } from './export-deadline.ts'
import { conditionsOf, type LogConditions, logScopeOf } from './log-filter.ts'
import { maskSecrets } from './mask-secrets.ts'
import { maskValues } from './mask-values.ts'
import { countEntries, type LogPosition, type StoredEntry, selectPage } from './store.ts'

/** Entries that are read and written at a time. */
const pageSize = 500

const cells: Readonly<Record<LogColumn, (entry: StoredEntry) => string | null>> = {
  timestamp: ({ at }) => at.toISOString(),
  logId: ({ id }) => id,
  changedById: entry => entry.actor_id,
  changedBy: entry => entry.actor_name,
  operationType: ({ operation }) => operation,
  resourceType: entry => entry.resource_type,
  resourceName: entry => entry.resource_name,
  resourceId: entry => entry.resource_id,
  assessmentName: entry => entry.assessment_name,
  assessmentId: entry => entry.assessment_id,
  environmentName: entry => entry.environment_name,
  environmentId: entry => entry.environment_id,
}

const documentOf = (value: unknown): string => (value === null ? '' : JSON.stringify(maskSecrets(value)))

interface Column {
  name: string
  read: (entry: StoredEntry) => string | null
}

const columnsOf = (columns: LogExportInput['columns']): Column[] =>
  columns === 'all'
    ? [
        ...logColumns.map(column => ({ name: column, read: cells[column] })),
        { name: 'actorRoles', read: entry => entry.actor_roles.join(' ') },
        { name: 'correlationId', read: entry => entry.correlation_id },
        { name: 'before', read: ({ before }) => documentOf(before) },
        { name: 'after', read: ({ after }) => documentOf(after) },
      ]
    : columns.map(({ column, name }) => ({ name, read: cells[column] }))

/**
 * Writes the matching entries as a CSV file (RFC 4180, UTF-8 with a byte order mark), and an entry about it.
 * @throws ConflictError `export.tooLarge` for more entries than a file has, `export.timeout` after two minutes
 */
export function exportLog(
  call: EnvironmentCallContext,
  { environmentId, columns, ...input }: LogExportInput,
  signal?: AbortSignal,
): Promise<File> {
  const { db, ports, principal, actorRoles, correlationId } = call
  const conditions = conditionsOf(input, logScopeOf(call, environmentId), ports.clock())
  const chosen = columnsOf(columns)
  return withDeadline(signal, async either => {
    const count = await countEntries(db, conditions, exportLimits.rows + 1, either)
    if (count > exportLimits.rows)
      throw new ConflictError(`The search finds more than the ${exportLimits.rows} entries that a file has.`, {
        reason: 'export.tooLarge',
        limit: exportLimits.rows,
      })
    const parts = ['\uFEFF', writeCsv([chosen.map(({ name }) => exportCell(name))])]
    const rows = await writePages(call, conditions, { chosen, whole: columns === 'all' }, either, parts)
    await auditChange(
      db,
      { ports, principal, roles: actorRoles, correlationId, environmentId },
      { type: 'ActivityLog', id: environmentId, name: call.tree.get(environmentId)?.friendlyName ?? '' },
      { operation: 'Export', before: null, after: { ...input, rows, columns: chosen.map(({ name }) => name) } },
    )
    return new File(parts, 'activity-log.csv', { type: 'text/csv;charset=utf-8' })
  })
}

async function writePages(
  { db, masking }: EnvironmentCallContext,
  conditions: LogConditions,
  { chosen, whole }: { chosen: readonly Column[]; whole: boolean },
  signal: AbortSignal,
  parts: string[],
): Promise<number> {
  const pause = createYieldPoint()
  let written = 0
  let after: LogPosition | null = null
  for (;;) {
    const page: StoredEntry[] = await selectPage<StoredEntry>(db, conditions, { after, limit: pageSize, whole }, signal)
    const shown = page.map(each => maskValues(each, { type: each.resource_type, id: each.resource_id }, masking))
    for (const entry of masking.apply(shown)) {
      parts.push(writeCsv([chosen.map(({ read }) => exportCell(read(entry) ?? ''))]))
      await pause()
    }
    written += page.length
    const last = page.at(-1)
    // Entries that arrive meanwhile do not make the file longer than it may be.
    if (!last || page.length < pageSize || written >= exportLimits.rows) return written
    after = { at: last.at_text, id: last.id }
  }
}
