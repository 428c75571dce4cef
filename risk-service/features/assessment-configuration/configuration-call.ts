import type { Transaction } from 'kysely'
import type { AssessmentConfiguration } from '../../contract/assessments/assessment-configuration.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import type { Database } from '../../ports/database.ts'
import {
  type AssessmentPlace,
  assertConfigurable,
  findAssessment,
  type StoredAssessment,
} from '../assessments/find-assessment.ts'
import { readConfiguration } from './read-configuration.ts'

export type ConfigurationCall = Pick<
  EnvironmentCallContext,
  'db' | 'tree' | 'ports' | 'principal' | 'actorRoles' | 'correlationId' | 'engine' | 'calls' | 'figures' | 'scope'
>

/** What a change stored, as the activity log shows it; null: nothing changed. */
type Recorded = { before: unknown; after: unknown } | null

/**
 * Changes an assessment in the root environment that made it, with an entry in the activity log; the engine follows.
 * @throws NotFoundError, and ValidationError below the root
 */
export async function changeAssessment(
  call: ConfigurationCall,
  place: AssessmentPlace,
  change: (trx: Transaction<Database>, row: StoredAssessment) => Promise<Recorded>,
): Promise<AssessmentConfiguration> {
  assertConfigurable(call, place.environmentId)
  const { environmentId } = place
  const assessmentId = await call.db.transaction().execute(async trx => {
    const row = await findAssessment(trx, call, place, true)
    const recorded = await change(trx, row)
    if (recorded === null) return row.id
    await trx
      .updateTable('assessment')
      .set({ updated_by_name: call.principal.name, updated_at: call.ports.clock() })
      .where('id', '=', row.id)
      .execute()
    const { principal, actorRoles: roles, correlationId, ports } = call
    await auditChange(
      trx,
      { ports, principal, roles, correlationId, environmentId },
      { type: 'Assessment', id: row.id, name: row.friendly_name },
      { operation: 'Update', ...recorded },
    )
    return row.id
  })
  await Promise.all([call.engine.reloadRules(environmentId), call.calls.reload()])
  return readConfiguration(call, { environmentId, assessmentId })
}

/** @throws ConflictError when somebody else changed it since it was read */
export function assertVersion(stored: number, baseVersion: number, row: StoredAssessment): void {
  if (stored !== baseVersion)
    throw createVersionConflict('Somebody else changed this part of the assessment meanwhile.', {
      version: stored,
      changedBy: row.updated_by_name,
      changedAt: row.updated_at,
    })
}
