import { addDays } from '../../contract/common/days.ts'
import { type MeteredCapability, meteredCapabilities, usageRows } from '../../contract/metering/metering-definitions.ts'
import type { UsageDetails, UsageRow } from '../../contract/metering/usage.ts'
import { type AuditContext, auditChange } from '../../kernel/audit.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import { writeRows } from '../../kernel/flat-rows.ts'
import type { UseRequest } from './read-summary.ts'
import { listOptions, listRows, type RowFilter, type StoredUsageRow, sumDays } from './store.ts'
import { idsOf, type UseScope } from './use-scope.ts'

export interface DetailsFilter {
  from: string
  to: string
  capability?: MeteredCapability | undefined
  apiName?: string | undefined
  only?: string | undefined
  experience?: string | undefined
  response?: string | undefined
}

const filterOf = ({ environments }: UseScope, { only, ...filter }: DetailsFilter): RowFilter => ({
  ...filter,
  environmentIds: idsOf(environments).filter(id => only === undefined || id === only),
})

/** Reads the units of a range of days, by day, environment and API. */
export async function readDetails(
  { db, now, signal, scope }: UseRequest,
  filter: DetailsFilter,
): Promise<UsageDetails> {
  const rowFilter = filterOf(scope, filter)
  const [days, rows, options] = await Promise.all([
    sumDays(db, rowFilter, signal),
    listRows(db, rowFilter, usageRows.shown, signal),
    listOptions(db, { environmentIds: idsOf(scope.environments), from: filter.from, to: filter.to }, signal),
  ])
  const used = new Set(options.map(({ environmentId }) => environmentId))
  return {
    updatedAt: now.toISOString(),
    used: days.reduce((sum, { units }) => sum + units, 0),
    days: daysFrom(filter.from, filter.to).map(date => ({
      date,
      counts: meteredCapabilities.flatMap(capability => {
        const count = days.find(each => each.date === date && each.capability === capability)?.units ?? 0
        return count > 0 ? [{ capability, count }] : []
      }),
    })),
    rows: named(rows, scope),
    rowCount: days.reduce((sum, each) => sum + each.rows, 0),
    options: {
      apiNames: [...new Set(options.map(({ apiName }) => apiName))],
      environments: scope.environments
        .filter(({ id }) => used.has(id))
        .map(({ id, name, isDeleted }) => ({ id, name, isDeleted })),
    },
  }
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

function named(rows: readonly StoredUsageRow[], { environments }: UseScope): UsageRow[] {
  const names = new Map(environments.map(({ id, name }) => [id, name]))
  return rows.map(row => ({ ...row, environment: names.get(row.environmentId) ?? '' }))
}

/**
 * Writes the rows of a range as a CSV file, and records it in the activity log.
 * @throws ConflictError `export.tooLarge` for more rows than a file has
 */
export async function exportDetails(
  { db, signal, scope }: UseRequest,
  actor: AuditContext,
  filter: DetailsFilter,
): Promise<File> {
  const rows = await listRows(db, filterOf(scope, filter), usageRows.file + 1, signal)
  if (rows.length > usageRows.file)
    throw new ConflictError(`The range has more than ${usageRows.file} rows. Narrow it.`, {
      reason: 'export.tooLarge',
      limit: usageRows.file,
    })
  await auditChange(
    db,
    actor,
    { type: 'Usage', id: actor.environmentId, name: 'Usage' },
    { operation: 'Export', before: null, after: { ...filter, rows: rows.length } },
  )
  return new File([writeRows(named(rows, scope))], `usage-${filter.from}-${filter.to}.csv`, {
    type: 'text/csv;charset=utf-8',
  })
}
