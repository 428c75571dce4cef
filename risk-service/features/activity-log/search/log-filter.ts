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

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

/** Where the values of a field are: of a facet, of an actor, or of the entry itself. */
const placeOf = (field: LogField): 'facet' | 'actor' | 'entry' =>
  field === 'changedById' || field === 'changedBy'
    ? 'actor'
    : field === 'logId' || field === 'resourceName' || field === 'resourceId'
      ? 'entry'
      : 'facet'

/** The values of what an entry is about, of which it has one. */
interface LogSubjects {
  column: 'id' | 'resource_id' | 'resource_name'
  values: readonly string[]
}

/** The conditions of a search. */
export interface LogConditions {
  tenantId: string
  from: Date
  to: Date
  /** On an entry: what the caller sees, and every filter. */
  entry: RawBuilder<boolean>
  /** On a facet, and on an actor: null is any of the tenant. */
  facet: RawBuilder<boolean>
  actor: RawBuilder<boolean> | null
  /** What entries are found by first, where a filter names values of which each has few of them. */
  subjects: LogSubjects | null
  /** What is left to check on an entry of these facets, actors and subjects; null: nothing. */
  rest: RawBuilder<boolean> | null
}

/** The values of which an entry has one, by a filter. */
function subjectsOf(filter: LogFilter): LogSubjects | null {
  const column = ({ logId: 'id', resourceId: 'resource_id', resourceName: 'resource_name' } as const)[
    filter.field as string
  ]
  if (column === undefined) return null
  if (filter.op === 'in') return { column, values: [...new Set(filter.values)] }
  return filter.op === 'empty' && column !== 'id' ? { column, values: [''] } : null
}

/**
 * Returns the conditions of a query: what the caller sees, its days and its filters.
 * @throws ValidationError for days before the earliest one, and for a value that is no id
 */
export function conditionsOf(
  { dates, timeZone, filters }: Omit<LogQuery, 'environmentId'>,
  scope: LogScope,
  now: Date,
): LogConditions {
  const earliest = monthsBefore(dayIn(now.getTime(), timeZone), logLimits.months)
  if (dates.from < earliest)
    throw new ValidationError(['dates', 'from'], `Choose dates within the last ${logLimits.months} months.`, {
      code: 'search.tooEarly',
    })
  const each = filters.map((filter, index) => ({
    filter,
    place: placeOf(filter.field),
    condition: filterSql(filter, index),
  }))
  const of = (place: 'facet' | 'actor' | 'entry') =>
    each.filter(one => one.place === place).map(({ condition }) => condition)
  const [actor, rest] = [of('actor'), of('entry')]
  const from = new Date(startOfDay(dates.from, timeZone))
  const to = new Date(startOfDay(addDays(dates.to, 1), timeZone))
  const order = ['id', 'resource_id', 'resource_name']
  const subjects = filters
    .map(subjectsOf)
    .filter(found => found !== null)
    .sort((a, b) => order.indexOf(a.column) - order.indexOf(b.column))
  return {
    tenantId: scope.tenantId,
    from,
    to,
    entry: all([
      scopeSql(scope),
      sql`at >= ${from}::timestamptz and at < ${to}::timestamptz`,
      ...each.map(({ condition }) => condition),
    ]),
    facet: all([scopeSql(scope), ...of('facet')]),
    actor: actor.length === 0 ? null : all(actor),
    subjects: subjects[0] ?? null,
    rest: rest.length === 0 ? null : all(rest),
  }
}
