import { z } from 'zod'
import { type CaseOptions, caseOptionsSchema } from '../../contract/cases/options/case-option-inputs.ts'
import type { Db } from '../../ports/database.ts'
import { readSetting, writeSetting } from '../store/setting-store.ts'

/** Setting (scope: tenant id) with the tenant's options of case management. */
export const caseOptionsSetting = 'caseManagement.options'

export interface VersionedOptions {
  /** 0 before the first change. */
  version: number
  options: CaseOptions
}
const versionSchema = z.object({ version: z.number().int().default(0) })

/** Returns the options of a tenant with the number of their changes. */
export async function loadVersionedOptions(db: Db, tenantId: string): Promise<VersionedOptions> {
  const value = (await readSetting(db, tenantId, caseOptionsSetting)) ?? {}
  return { version: versionSchema.parse(value).version, options: caseOptionsSchema.parse(value) }
}

/** Returns the tenant's options of case management. */
export async function loadCaseOptions(db: Db, tenantId: string): Promise<CaseOptions> {
  return (await loadVersionedOptions(db, tenantId)).options
}

export async function writeCaseOptions(
  trx: Db,
  tenantId: string,
  { version, options }: VersionedOptions,
): Promise<void> {
  await writeSetting(trx, tenantId, caseOptionsSetting, { ...options, version })
}
