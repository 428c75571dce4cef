import {
  type CaseOptionSettings,
  caseOptionSettingsSchema,
} from '../../../contract/cases/options/case-option-inputs.ts'
import type { PageOptions, StoredCaseOptions } from '../../../contract/cases/options/case-options.ts'
import { loadCaseOptions, loadVersionedOptions, writeCaseOptions } from '../../../kernel/case-options/case-options.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import { loadMaskingProfile, lockMaskingProfile } from '../../../kernel/personal-data/masking-store.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { storeMaskingProfile } from '../../personal-data/personal-data.ts'
import { publishQueue } from '../clock/publish-cases.ts'
import { measureAgain, storeCosts } from '../queues/savings.ts'
import { loadStoredCosts, lockReportCosts } from '../store/settings-store.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'
import { assertRoot } from './configuration.ts'

/** Returns the options that pages of the console depend on. */
export async function readPageOptions({ db, principal }: CaseCall): Promise<PageOptions> {
  const { nextCase, maturityDays, listReasons, externalLinks, tags } = await loadCaseOptions(db, principal.tenantId)
  return { nextCase, maturityDays, listReasons, externalLinks, tags }
}

/** Returns all options of the tenant, to change them. @throws ValidationError outside of a root environment */
export function readOptionSettings(call: CaseCall, environmentId: string): Promise<StoredCaseOptions> {
  assertRoot(call, environmentId)
  return loadSettings(call.db, call.principal.tenantId)
}

/**
 * Replaces the options of the tenant. What reviews cost and who sees masked values are changed elsewhere, too, and have
 * audit lines of their own.
 * @throws ValidationError, ConflictError `version.conflict`
 */
export async function saveOptions(
  call: CaseCall,
  {
    environmentId,
    baseVersion,
    settings,
  }: { environmentId: string; baseVersion: number; settings: CaseOptionSettings },
): Promise<StoredCaseOptions> {
  assertRoot(call, environmentId)
  const { tenantId } = call.principal
  const [saved, costsChanged] = await call.db.transaction().execute(async trx => {
    // In this order everywhere: two saves wait for each other, never in a circle.
    await lockReportCosts(trx, tenantId)
    await lockMaskingProfile(trx, tenantId)
    const stored = await loadSettings(trx, tenantId)
    if (isSameJson(stored.settings, settings)) return [stored, false]
    if (stored.version !== baseVersion)
      throw createVersionConflict('Somebody else changed the case options meanwhile.', { version: stored.version })
    const { costs, masking, ...options } = settings
    const before = await loadVersionedOptions(trx, tenantId)
    if (!isSameJson(before.options, options)) {
      await writeCaseOptions(trx, tenantId, { version: before.version + 1, options })
      await auditCall(
        trx,
        call,
        environmentId,
        { type: 'CaseConfiguration', id: tenantId, name: 'Case options' },
        { operation: 'Update', before: before.options, after: options },
      )
    }
    await storeMaskingProfile(trx, call, environmentId, masking)
    const changed = await storeCosts(trx, call, environmentId, costs)
    return [await loadSettings(trx, tenantId), changed]
  })
  if (costsChanged) await measureAgain(call)
  else for (const id of call.scope) publishQueue(call.live, id, null)
  return saved
}

async function loadSettings(db: Db, tenantId: string): Promise<StoredCaseOptions> {
  const [{ options, version }, costs, masking] = await Promise.all([
    loadVersionedOptions(db, tenantId),
    loadStoredCosts(db, tenantId),
    loadMaskingProfile(db, tenantId),
  ])
  return {
    version: version + costs.version + masking.version,
    settings: { ...options, costs: costs.costs, masking: masking.profile },
    defaults: caseOptionSettingsSchema.parse({ costs: {} }),
  }
}
