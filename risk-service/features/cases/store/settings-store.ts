import { sql } from 'kysely'
import { z } from 'zod'
import { type ReportCosts, reportCostsSchema } from '../../../contract/cases/case-saving.ts'
import { type CaseConfiguration, defaultCaseConfiguration } from '../../../contract/index.ts'
import { decisionsSetting } from '../../../kernel/case-options/decisions-setting.ts'
import { readSetting, writeSetting } from '../../../kernel/store/setting-store.ts'
import type { Db } from '../../../ports/database.ts'

export interface StoredConfiguration {
  version: number
  configuration: CaseConfiguration
}
/** Setting (scope: tenant id) with what reviews cost and orders earn. */
export const reportCostsSetting = 'caseManagement.reportCosts'

/** Returns the configured decisions of an assessment in a root environment; version 0 before the first change. */
export async function loadConfiguration(db: Db, rootId: string, eventType: string): Promise<StoredConfiguration> {
  const value = await readSetting(db, rootId, decisionsSetting(eventType))
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
  await writeSetting(trx, rootId, decisionsSetting(eventType), stored)
}

export interface StoredCosts {
  /** 0 before the first change. */
  version: number
  costs: ReportCosts
}
const costsVersionSchema = z.object({ version: z.number().int().default(0) })

/** Returns what the tenant's reviews cost and its orders earn, with the number of changes. */
export async function loadStoredCosts(db: Db, tenantId: string): Promise<StoredCosts> {
  const value = (await readSetting(db, tenantId, reportCostsSetting)) ?? {}
  return { version: costsVersionSchema.parse(value).version, costs: reportCostsSchema.parse(value) }
}

/** Returns what the tenant's reviews cost and its orders earn. */
export async function loadReportCosts(db: Db, tenantId: string): Promise<ReportCosts> {
  return (await loadStoredCosts(db, tenantId)).costs
}

/** Locks the costs of a tenant until the transaction ends. */
export async function lockReportCosts(trx: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`review costs ${tenantId}`}, 0))`.execute(trx)
}

export async function writeReportCosts(trx: Db, tenantId: string, { version, costs }: StoredCosts): Promise<void> {
  await writeSetting(trx, tenantId, reportCostsSetting, { ...costs, version })
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
