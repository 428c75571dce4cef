import { sql } from 'kysely'
import { type ReportCosts, reportCostsSchema } from '../../../contract/cases/case-saving.ts'
import { type CaseConfiguration, defaultCaseConfiguration } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { type CaseOptions, caseOptionsSchema, caseOptionsSetting, reportCostsSetting } from '../model/tenant-options.ts'

export interface StoredConfiguration {
  version: number
  configuration: CaseConfiguration
}
const configurationKey = (eventType: string): string => `caseManagement.decisions.${eventType}`

/** Returns the configured decisions of an assessment in a root environment; version 0 before the first change. */
export async function loadConfiguration(db: Db, rootId: string, eventType: string): Promise<StoredConfiguration> {
  const value = await readSetting(db, rootId, configurationKey(eventType))
  if (value === undefined) return { version: 0, configuration: defaultCaseConfiguration }
  const { version, configuration } = value as StoredConfiguration
  return { version, configuration: { ...configuration, challengeAction: configuration.challengeAction ?? null } }
}

/** Locks the configuration of an assessment until the transaction ends. */
export async function lockConfiguration(trx: Db, rootId: string, eventType: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`case decisions ${rootId} ${eventType}`}, 0))`.execute(trx)
}

export async function writeConfiguration(
  trx: Db,
  rootId: string,
  eventType: string,
  stored: StoredConfiguration,
): Promise<void> {
  await writeSetting(trx, rootId, configurationKey(eventType), stored)
}

/** Returns the tenant's options of case management. */
export async function loadCaseOptions(db: Db, tenantId: string): Promise<CaseOptions> {
  return caseOptionsSchema.parse((await readSetting(db, tenantId, caseOptionsSetting)) ?? {})
}

/** Returns what the tenant's reviews cost and its orders earn. */
export async function loadReportCosts(db: Db, tenantId: string): Promise<ReportCosts> {
  return reportCostsSchema.parse((await readSetting(db, tenantId, reportCostsSetting)) ?? {})
}

export async function writeReportCosts(trx: Db, tenantId: string, costs: ReportCosts): Promise<void> {
  await writeSetting(trx, tenantId, reportCostsSetting, costs)
}

async function readSetting(db: Db, scope: string, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

async function writeSetting(trx: Db, scope: string, key: string, stored: unknown): Promise<void> {
  const value = JSON.stringify(stored)
  await trx
    .insertInto('setting')
    .values({ scope, key, value })
    .onConflict(conflict => conflict.columns(['scope', 'key']).doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}

/** The place of an environment in its tenant. */
export interface EnvironmentPlace {
  tenantId: string
  rootId: string
}

/** Returns tenant and root of environments. */
export async function loadPlaces(
  db: Db,
  environmentIds: readonly string[],
): Promise<ReadonlyMap<string, EnvironmentPlace>> {
  if (environmentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; tenant_id: string; root_id: string }>`
    with recursive up as (
      select id, id as at, parent_id, tenant_id from environment where id = any(${[...environmentIds]}::uuid[])
      union all
      select up.id, e.id, e.parent_id, e.tenant_id from up join environment e on e.id = up.parent_id
    ) select id, tenant_id, at as root_id from up where parent_id is null`.execute(db)
  return new Map(rows.map(({ id, tenant_id, root_id }) => [id, { tenantId: tenant_id, rootId: root_id }]))
}
