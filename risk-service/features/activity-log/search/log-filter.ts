import { type RawBuilder, sql } from 'kysely'
import {
  addDays,
  dayIn,
  type LogField,
  type LogFilter,
  type LogQuery,
  logLimits,
  monthsBefore,
  startOfDay,
} from '../../../contract/index.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'

/** Which entries a caller sees. */
export interface LogScope {
  tenantId: string
  environmentIds: readonly string[]
  /** Entries about the whole tenant belong to its roots. */
  withTenant: boolean
}

export const logScopeOf = (
  { principal, figures, tree }: Pick<EnvironmentCallContext, 'principal' | 'figures' | 'tree'>,
  environmentId: string,
): LogScope => ({
  tenantId: principal.tenantId,
  environmentIds: figures,
  withTenant: rootIdOf(tree, environmentId) === environmentId,
})

export const scopeSql = ({ tenantId, environmentIds, withTenant }: LogScope): RawBuilder<boolean> => sql`
  tenant_id = ${tenantId}::uuid and (environment_id = any(${[...environmentIds]}::uuid[])${withTenant ? sql` or environment_id is null` : sql``})`

/** Columns of the fields; those of ids are compared as such. */
const columns: Readonly<Record<LogField, { column: string; isUuid?: true }>> = {
  logId: { column: 'id', isUuid: true },
  changedById: { column: 'actor_id', isUuid: true },
  changedBy: { column: 'actor_name' },
  operationType: { column: 'operation' },
  resourceType: { column: 'resource_type' },
  resourceName: { column: 'resource_name' },
  resourceId: { column: 'resource_id' },
  assessmentName: { column: 'assessment_name' },
  assessmentId: { column: 'assessment_id' },
  environmentName: { column: 'environment_name' },
  environmentId: { column: 'environment_id', isUuid: true },
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function filterSql(filter: LogFilter, index: number): RawBuilder<boolean> {
  const { column, isUuid = false } = columns[filter.field]
  const ref = sql.ref(column)
  switch (filter.op) {
    case 'null':
      return sql`${ref} is null`
    case 'notNull':
      return sql`${ref} is not null`
    // An id is a value or null, and never an empty text.
    case 'empty':
      return isUuid ? sql`false` : sql`${ref} = ''`
    case 'notEmpty':
      return isUuid ? sql`${ref} is not null` : sql`${ref} <> ''`
    case 'in':
    case 'notIn': {
      const wrong = isUuid ? filter.values.findIndex(value => !uuidPattern.test(value)) : -1
      if (wrong !== -1) throw new ValidationError(['filters', index, 'values', wrong], 'This is no id.')
      const list = isUuid ? sql`${filter.values}::uuid[]` : sql`${filter.values}::text[]`
      // What has no value is none of them.
      return filter.op === 'in' ? sql`${ref} = any(${list})` : sql`(${ref} is null or ${ref} <> all(${list}))`
    }
  }
}

/**
 * Returns the conditions of a query: what the caller sees, its days and its filters.
 * @throws ValidationError for days before the earliest one, and for a value that is no id
 */
export function querySql(
  { dates, timeZone, filters }: Omit<LogQuery, 'environmentId'>,
  scope: LogScope,
  now: Date,
): RawBuilder<boolean> {
  const earliest = monthsBefore(dayIn(now.getTime(), timeZone), logLimits.months)
  if (dates.from < earliest)
    throw new ValidationError(['dates', 'from'], `Choose dates within the last ${logLimits.months} months.`, {
      code: 'search.tooEarly',
    })
  const from = new Date(startOfDay(dates.from, timeZone))
  const to = new Date(startOfDay(addDays(dates.to, 1), timeZone))
  return sql.join(
    [
      scopeSql(scope),
      sql`at >= ${from}::timestamptz and at < ${to}::timestamptz`,
      ...filters.map((filter, index) => filterSql(filter, index)),
    ],
    sql` and `,
  )
}
