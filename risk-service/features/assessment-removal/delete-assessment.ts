import { sql, type Transaction } from 'kysely'
import type { Dependent, VelocitySetBody } from '../../contract/index.ts'
import { formerNamesOf } from '../../engine/assessments/former-names.ts'
import { objectOf } from '../../engine/lib/json.ts'
import { parse } from '../../fql/index.ts'
import { auditChange } from '../../kernel/audit.ts'
import { decisionsSetting } from '../../kernel/case-options/decisions-setting.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import { rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Database } from '../../ports/database.ts'
import { findCallingTexts } from '../assessment-configuration/uses.ts'
import { assertNoDependents } from '../usage/dependents.ts'

/** Tables with the rules of an assessment, by its event type. */
const ruleTables = ['rule_draft', 'rule_version', 'rule', 'rule_branch', 'rule_setting'] as const

/**
 * Deletes an assessment with its rules in all environments of its tree. Its events and cases are removed by a job, and
 * until then its API name stays taken. @throws ValidationError outside its root environment, ConflictError while it is
 * shared, velocities of the environment read it, or rules call it or send its observations
 */
export async function deleteAssessment(maker: ActionContext, assessmentId: string): Promise<{ deleted: true }> {
  const { ports, environmentId, tree, engine } = maker
  if (rootIdOf(tree, environmentId) !== environmentId)
    throw new ValidationError(['environmentId'], 'An assessment is deleted in the root environment that made it.')
  await ports.db.transaction().execute(async trx => {
    const row = await trx
      .selectFrom('assessment')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .where(sql<boolean>`${assessmentId.toLowerCase()} in (id::text, lower(api_name))`)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new NotFoundError('This environment has no such assessment.')
    if (objectOf(row.settings).sharing === 'shared')
      throw new ConflictError('Other environments may call it. Make it private first.', {
        reason: 'assessment.shared',
      })
    const velocities = await findVelocitySets(trx, maker, row.api_name)
    const callers = row.kind === 'wizard' ? await findCallingTexts(trx, tree, row) : []
    // Its own rules are deleted with it.
    const others = callers.filter(({ eventType }) => eventType !== row.api_name)
    assertNoDependents(row.friendly_name, [...velocities, ...others])
    await trx.deleteFrom('assessment').where('id', '=', row.id).execute()
    await deleteRules(trx, maker, row.api_name)
    await trx
      .insertInto('assessment_removal')
      .values(
        [row.api_name, ...formerNamesOf(row.settings)].map((apiName, index) => ({
          id: index === 0 ? row.id : ports.newId(),
          environment_id: environmentId,
          api_name: apiName,
          requested_at: ports.clock(),
        })),
      )
      .execute()
    const { api_name: apiName, friendly_name: friendlyName, template, schema, observations, has_label: hasLabel } = row
    await auditChange(
      trx,
      maker,
      { type: 'Assessment', id: row.id, name: friendlyName },
      {
        operation: 'Delete',
        before: { apiName, friendlyName, template, schema, observations, hasLabel },
        after: null,
      },
    )
  })
  await engine.reloadRules(environmentId)
  return { deleted: true }
}

/** Returns the sets of velocities of the environment that read events of the assessment. */
async function findVelocitySets(
  trx: Transaction<Database>,
  { environmentId, tree }: ActionContext,
  apiName: string,
): Promise<Dependent[]> {
  const sets = await trx
    .selectFrom('velocity_set')
    .select(['id', 'name', 'body'])
    .where('environment_id', '=', environmentId)
    .execute()
  const reads = (text: string): boolean =>
    (parse(text).statements ?? []).some(statement =>
      statement.select?.events.some(({ assessment }) => assessment.toLowerCase() === apiName.toLowerCase()),
    )
  return sets
    .filter(({ body }) => (body as VelocitySetBody).velocities.some(({ text }) => reads(text)))
    .map(({ id, name }) => ({
      resource: 'velocity',
      id,
      name,
      environmentId,
      environment: tree.get(environmentId)?.friendlyName ?? '',
    }))
}

async function deleteRules(
  trx: Transaction<Database>,
  { environmentId, tree }: ActionContext,
  apiName: string,
): Promise<void> {
  const family = [...tree.keys()].filter(id => rootIdOf(tree, id) === environmentId)
  await trx
    .deleteFrom('rule_snooze')
    .where('environment_id', 'in', family)
    .where('rule_id', 'in', select =>
      select.selectFrom('rule').select('id').where('event_type', '=', apiName).where('environment_id', 'in', family),
    )
    .execute()
  await trx.deleteFrom('setting').where('scope', 'in', family).where('key', '=', decisionsSetting(apiName)).execute()
  for (const table of ruleTables)
    await trx.deleteFrom(table).where('environment_id', 'in', family).where('event_type', '=', apiName).execute()
}
