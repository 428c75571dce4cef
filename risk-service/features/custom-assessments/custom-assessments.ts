import type { CustomAssessment, CustomAssessmentBody } from '../../contract/assessments/custom-assessments.ts'
import { formerNamesOf } from '../../engine/assessments/former-names.ts'
import { deepestJson, isTooDeep, objectOf } from '../../engine/lib/json.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { environmentChain, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import { assertVersion } from '../assessment-configuration/configuration-call.ts'
import { assertNotReserved, renameAssessment } from '../assessment-configuration/rename-assessment.ts'
import { createAssessment, recordNewAssessment } from '../assessments/create-assessment.ts'
import { assertConfigurable, type StoredAssessment } from '../assessments/find-assessment.ts'
import { countActiveRules } from '../rules/active-rules.ts'

export type CustomCall = Pick<
  EnvironmentCallContext,
  'db' | 'tree' | 'ports' | 'principal' | 'actorRoles' | 'correlationId' | 'engine' | 'calls'
>
interface Place {
  environmentId: string
  assessmentId: string
}

const sampleBytes = 1024 * 1024

/** Returns the custom assessments that an environment has: those of its root. */
export async function listCustomAssessments(call: CustomCall, environmentId: string): Promise<CustomAssessment[]> {
  const rows = await call.db
    .selectFrom('assessment')
    .selectAll()
    .where('environment_id', '=', rootIdOf(call.tree, environmentId))
    .where('kind', '=', 'custom')
    .orderBy('friendly_name')
    .orderBy('id')
    .execute()
  return Promise.all(rows.map(row => describe(call, environmentId, row)))
}

async function describe(
  { db, tree }: CustomCall,
  environmentId: string,
  row: StoredAssessment,
): Promise<CustomAssessment> {
  return {
    id: row.id,
    name: row.friendly_name,
    eventType: row.api_name,
    sample: objectOf(row.sample),
    version: row.configuration_version,
    activeRules: await countActiveRules(db, environmentChain({ tree, environmentId }), row.api_name),
    formerNames: formerNamesOf(row.settings),
  }
}

/**
 * Creates a custom assessment without rules; calls are answered once it has an active one.
 * @throws ValidationError naming the field, ConflictError for a name that is taken, or at the limit
 */
export async function createCustomAssessment(
  call: CustomCall,
  { environmentId, assessmentId, body }: Place & { body: CustomAssessmentBody },
): Promise<CustomAssessment> {
  assertConfigurable(call, environmentId)
  assertValidSample(body)
  assertNotReserved(body.eventType)
  const { ports, principal, actorRoles: roles, correlationId } = call
  const requested = {
    id: assessmentId,
    environmentId,
    kind: 'custom' as const,
    template: null,
    apiName: body.eventType,
    friendlyName: body.name,
    sample: body.sample,
    author: { id: principal.id, name: principal.name },
  }
  await createAssessment(call.db, requested, trx =>
    recordNewAssessment(trx, { ports, principal, roles, correlationId }, requested),
  )
  await call.engine.reloadRules(environmentId)
  return describe(call, environmentId, await findCustom(call.db, { environmentId, assessmentId }))
}

/**
 * Changes a custom assessment; calls follow at once. With another API name its rules, alert rules, queues and saved views
 * go along, and events that were received so far stay under the former one. @throws NotFoundError, ValidationError naming
 * the field, ConflictError after another change, or while velocities use the former name
 */
export async function saveCustomAssessment(
  call: CustomCall,
  { environmentId, assessmentId, baseVersion, body }: Place & { baseVersion: number; body: CustomAssessmentBody },
): Promise<CustomAssessment> {
  assertConfigurable(call, environmentId)
  assertValidSample(body)
  await call.db.transaction().execute(async trx => {
    const row = await findCustom(trx, { environmentId, assessmentId }, true)
    const before: CustomAssessmentBody = {
      name: row.friendly_name,
      eventType: row.api_name,
      sample: objectOf(row.sample),
    }
    if (isSameJson(before, body)) return
    assertVersion(row.configuration_version, baseVersion, row)
    if (before.eventType !== body.eventType) await rename(trx, call, row, body.eventType)
    const { principal, actorRoles: roles, correlationId, ports } = call
    await trx
      .updateTable('assessment')
      .set({
        friendly_name: body.name,
        sample: JSON.stringify(body.sample),
        configuration_version: row.configuration_version + 1,
        updated_by_name: principal.name,
        updated_at: ports.clock(),
      })
      .where('id', '=', row.id)
      .execute()
    await auditChange(
      trx,
      { ports, principal, roles, correlationId, environmentId },
      { type: 'Assessment', id: row.id, name: body.name },
      { operation: 'Update', before, after: body },
    )
  })
  await Promise.all([call.engine.reloadRules(environmentId), call.calls.reload()])
  return describe(call, environmentId, await findCustom(call.db, { environmentId, assessmentId }))
}

/** Its rules go along, and its events stay under the former name, which it retains; other texts have the name in them. */
async function rename(trx: Db, { tree }: CustomCall, row: StoredAssessment, apiName: string): Promise<void> {
  await renameAssessment(trx, tree, row, apiName, ['rule', 'events'])
  // Stored types are exact, and more than events are stored by them; names that differ in case alone stay apart.
  const formerNames = [...new Set([...formerNamesOf(row.settings), row.api_name])].filter(name => name !== apiName)
  await trx
    .updateTable('assessment')
    .set({ api_name: apiName, settings: JSON.stringify({ ...objectOf(row.settings), formerNames }) })
    .where('id', '=', row.id)
    .execute()
}

async function findCustom(db: Db, { environmentId, assessmentId }: Place, toChange = false): Promise<StoredAssessment> {
  const query = db
    .selectFrom('assessment')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('kind', '=', 'custom')
    .where('id', '=', assessmentId)
  const row = await (toChange ? query.forUpdate() : query).executeTakeFirst()
  if (row === undefined) throw new NotFoundError('This environment has no such custom assessment.')
  return row
}

/** @throws ValidationError for a payload that no editor could show */
function assertValidSample({ sample }: CustomAssessmentBody): void {
  if (isTooDeep(sample))
    throw new ValidationError(['body', 'sample'], `This is nested too deeply: at most ${deepestJson} levels.`)
  if (new TextEncoder().encode(JSON.stringify(sample)).length > sampleBytes)
    throw new ValidationError(['body', 'sample'], 'The sample payload may have at most 1 MiB.')
}
