import { sql } from 'kysely'
import type { MeteredCapability, UsageRow } from '../../contract/index.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../ports/database.ts'

export interface MeteredEnvironment {
  id: string
  parentId: string | null
  name: string
  isDeleted: boolean
}

/** Returns the production environments of a tenant, the deleted ones included: sandboxes are not counted. */
export async function loadMeteredEnvironments(db: Db, tenantId: string): Promise<MeteredEnvironment[]> {
  const rows = await db
    .selectFrom('environment')
    .select(['id', 'parent_id', 'friendly_name', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'production')
    .orderBy('friendly_name')
    .execute()
  return rows.map(({ id, parent_id, friendly_name, status }) => ({
    id,
    parentId: parent_id,
    name: friendly_name,
    isDeleted: status === 'Deleting' || status === 'DeleteFailed' || status === 'Deleted',
  }))
}

export interface MonthUse {
  capability: MeteredCapability
  /** Such as `2026-01`. */
  month: string
  apiName: string
  /** Of all environments of the tenant, and of those of the answer. */
  tenantUnits: number
  units: number
}

interface UseScope {
  /** All environments of the tenant, and those of the answer. */
  tenantIds: readonly string[]
  environmentIds: readonly string[]
  from: string
  to: string
  signal?: AbortSignal | undefined
}

/** Sums up the units of a range of days by calendar month and API. */
export async function sumMonths(
  db: Db,
  { tenantIds, environmentIds, from, to, signal }: UseScope,
): Promise<MonthUse[]> {
  const { rows } = await sql<MonthUse>`
    select capability, to_char(day, 'YYYY-MM') as month, api_name as "apiName", sum(units)::bigint as "tenantUnits",
      coalesce(sum(units) filter (where environment_id = any(${environmentIds}::uuid[])), 0)::bigint as units
    from metered_day
    where environment_id = any(${tenantIds}::uuid[]) and day between ${from}::date and ${to}::date
    group by 1, 2, 3`.execute(db, cancellable(signal))
  return rows
}

/** Returns the first day with units; null: nothing was counted. */
export async function firstMeteredDay(db: Db, environmentIds: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from metered_day where environment_id = any(${environmentIds}::uuid[])`.execute(db)
  return rows[0]?.day ?? null
}

/** Sums up the units of the tenant by capability. */
export async function sumCapabilities(
  db: Db,
  environmentIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<{ capability: MeteredCapability; units: number }[]> {
  const { rows } = await sql<{ capability: MeteredCapability; units: number }>`
    select capability, sum(units)::bigint as units from metered_day
    where environment_id = any(${environmentIds}::uuid[]) and day between ${from}::date and ${to}::date
    group by 1`.execute(db)
  return rows
}

export interface RowFilter {
  environmentIds: readonly string[]
  from: string
  to: string
  capability?: MeteredCapability | undefined
  apiName?: string | undefined
  experience?: string | undefined
  response?: string | undefined
}

const rowsOf = ({ environmentIds, from, to, ...filter }: RowFilter) => {
  const conditions = [
    sql`environment_id = any(${environmentIds}::uuid[])`,
    sql`day between ${from}::date and ${to}::date`,
    ...(filter.capability === undefined ? [] : [sql`capability = ${filter.capability}`]),
    ...(filter.apiName === undefined ? [] : [sql`api_name = ${filter.apiName}`]),
    ...(filter.experience === undefined ? [] : [sql`experience = ${filter.experience}`]),
    ...(filter.response === undefined ? [] : [sql`response = ${filter.response}`]),
  ]
  return sql`metered_day where ${sql.join(conditions, sql` and `)}`
}

export type StoredUsageRow = Omit<UsageRow, 'environment'>

/** Returns the rows of a range, the newest first. */
export async function listRows(
  db: Db,
  filter: RowFilter,
  limit: number,
  signal?: AbortSignal,
): Promise<StoredUsageRow[]> {
  const { rows } = await sql<StoredUsageRow>`
    select day::text as date, environment_id as "environmentId", capability, api_name as "apiName", experience,
      response, units as count
    from ${rowsOf(filter)} order by day desc, units desc, api_name, environment_id, experience, response
    limit ${limit}`.execute(db, cancellable(signal))
  return rows
}

export interface DayUse {
  date: string
  capability: MeteredCapability
  units: number
  rows: number
}

/** Sums up the units of a range by day and capability. */
export async function sumDays(db: Db, filter: RowFilter, signal?: AbortSignal): Promise<DayUse[]> {
  const { rows } = await sql<DayUse>`
    select day::text as date, capability, sum(units)::bigint as units, count(*)::int as rows
    from ${rowsOf(filter)} group by 1, 2 order by 1, 2`.execute(db, cancellable(signal))
  return rows
}

/** Returns what the units of a range belong to. */
export async function listOptions(
  db: Db,
  filter: Pick<RowFilter, 'environmentIds' | 'from' | 'to'>,
  signal?: AbortSignal,
): Promise<{ apiName: string; environmentId: string }[]> {
  const { rows } = await sql<{ apiName: string; environmentId: string }>`
    select distinct api_name as "apiName", environment_id as "environmentId"
    from ${rowsOf(filter)} order by 1`.execute(db, cancellable(signal))
  return rows
}
