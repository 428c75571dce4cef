import type { AlertRuleSettings } from '../../../contract/index.ts'
import { ancestorsOf } from '../../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { readFieldPaths } from '../../ontology/ontologies.ts'
import type { AlertCall } from './change-rules.ts'

/**
 * Checks what an alert rule refers to.
 * @throws ValidationError for a decision rule, an assessment or a field that the environment does not have
 */
export async function assertSubject(call: AlertCall, settings: AlertRuleSettings): Promise<void> {
  const { metric, eventType, ruleId, field } = settings
  if (ruleId !== null) await assertRule(call, ruleId)
  if (eventType !== null && metric !== 'fillRate' && call.engine.assessment(call.environmentId, eventType) === null)
    throw new ValidationError(['settings', 'eventType'], 'This environment has no assessment with this API name.')
  if (field === null || eventType === null) return
  const paths = await readFieldPaths(call, eventType)
  if (paths === null)
    throw new ValidationError(['settings', 'eventType'], 'This environment has no assessment with this API name.')
  if (!paths.has(field)) throw new ValidationError(['settings', 'field'], 'This assessment has no such field.')
}

/** Rules of the environment and of those above it decide its events; those below have rules of their own. */
async function assertRule({ db, tree, scope, environmentId }: AlertCall, ruleId: string): Promise<void> {
  const found = await db
    .selectFrom('rule')
    .select('id')
    .where('id', '=', ruleId)
    .where('environment_id', 'in', [...ancestorsOf(tree, environmentId).map(({ id }) => id), ...scope])
    .executeTakeFirst()
  if (found === undefined)
    throw new ValidationError(['settings', 'ruleId'], 'Choose a decision rule that decides events of this environment.')
}
