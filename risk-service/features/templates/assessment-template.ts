import { defined } from '../../contract/defined.ts'
import { productionBranch, runInSlices, type TemplateIssue, type TemplateOutcome } from '../../contract/index.ts'
import { createAssessmentLookup } from '../../engine/assessment-types/assessment-registry.ts'
import { createCheckEnvironment } from '../../engine/assessments/assessment-info.ts'
import { checkRuleBodyInSteps } from '../../engine/rules/evaluate-rule.ts'
import type { CheckEnvironment } from '../../fql/index.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { toNewAssessment, toTenantAssessment } from '../assessments/assessment-definition.ts'
import { assertValidAssessment, createAssessment, recordNewAssessment } from '../assessments/create-assessment.ts'
import { loadEnvironmentRules } from '../rules/environment-rules.ts'
import { publishBodyIn } from '../rules/lifecycle/publish.ts'
import { isSameBody } from '../rules/rules.ts'
import { saveRuleSettingsIn } from '../rules/settings.ts'
import { lockReferences } from '../usage/reference-locks.ts'
import { partOfRule } from './contents.ts'
import type { AssessmentContent } from './model.ts'
import { createTemplateIssue, issueOfText, issuesOfError } from './template-problems.ts'

type CreatedPart = TemplateOutcome[number]

/**
 * Returns what an assessment would lack in an environment. An unknown name prevents only its rule from being created.
 */
export async function checkAssessment(
  db: Db,
  engine: Pick<RuleEngine, 'resources'>,
  environmentId: string,
  { definition, rules }: AssessmentContent,
): Promise<TemplateIssue[]> {
  const about = { part: 'assessment' as const, name: definition.friendlyName }
  const siblings = await db
    .selectFrom('assessment')
    .select('api_name')
    .where('environment_id', '=', environmentId)
    .execute()
  const assessment = createAssessmentLookup([toTenantAssessment(definition, environmentId)]).find(
    environmentId,
    definition.apiName,
  )
  const available = engine.resources.checkEnvironment(environmentId)
  return [
    // A warning: the assessment gets another name at its creation.
    ...(siblings.some(row => row.api_name.toLowerCase() === definition.apiName.toLowerCase())
      ? [createTemplateIssue('warning', { ...about, name: definition.apiName }, 'exists')]
      : []),
    ...(assessment === null
      ? []
      : await runInSlices(
          ruleProblems(rules, type => ({ ...createCheckEnvironment(assessment, type), ...available })),
        )),
  ]
}

/** Yields after each rule: their number may be a thousand. */
function* ruleProblems(
  rules: AssessmentContent['rules'],
  environmentOf: (type: AssessmentContent['rules'][number]['type']) => CheckEnvironment,
): Generator<undefined, TemplateIssue[]> {
  const problems: TemplateIssue[] = []
  for (const { type, body } of rules) {
    for (const problem of yield* checkRuleBodyInSteps(body, environmentOf(type)))
      if (problem.severity === 'error') problems.push(issueOfText({ part: partOfRule(type), name: body.name }, problem))
    yield
  }
  return problems
}

/**
 * Creates an assessment with its rules. A rule with a name that is unknown here is left out and reported; any other
 * error ends the creation, and the existing parts stay. A repeat with the same id continues there.
 * @throws ValidationError, ConflictError where the assessment itself cannot be created
 */
export async function createAssessmentFromTemplate(
  maker: ActionContext,
  {
    assessmentId,
    apiName,
    friendlyName,
    content,
  }: { assessmentId: string; apiName: string; friendlyName: string; content: AssessmentContent },
): Promise<TemplateOutcome> {
  const {
    ports: { db },
    environmentId,
    principal,
  } = maker
  const requested = toNewAssessment(
    { ...content.definition, apiName, friendlyName },
    { id: assessmentId, environmentId, author: { id: principal.id, name: principal.name } },
  )
  const existing = await db
    .selectFrom('assessment')
    .select(['environment_id', 'api_name'])
    .where('id', '=', assessmentId)
    .executeTakeFirst()
  if (existing && (existing.environment_id !== environmentId || existing.api_name !== apiName))
    throw new ConflictError('An assessment with this id already exists.', { reason: 'assessment.exists' })
  assertValidAssessment(requested, requested.schema ?? { sections: [], custom: [] })
  if (!existing) await createAssessment(db, requested, trx => recordNewAssessment(trx, maker, requested))
  await maker.engine.reloadRules(environmentId)
  const outcome: CreatedPart[] = [{ part: 'assessment', name: friendlyName, outcome: 'created', problems: [] }]
  try {
    if (Object.keys(content.settings).length > 0) {
      const { evaluation, payload } = content.settings
      await db.transaction().execute(trx =>
        saveRuleSettingsIn(trx, maker, apiName, {
          ...defined({ evaluation, payload }),
        }),
      )
      outcome.push({ part: 'settings', name: friendlyName, outcome: 'created', problems: [] })
    }
    await publishRules(maker, apiName, content, outcome)
  } finally {
    await maker.engine.reloadRules(environmentId)
  }
  return outcome
}

async function publishRules(
  maker: ActionContext,
  eventType: string,
  { rules }: AssessmentContent,
  outcome: CreatedPart[],
): Promise<void> {
  const {
    ports: { db },
    environmentId,
  } = maker
  const existing = (await loadEnvironmentRules(db, environmentId)).rules.filter(rule => rule.event_type === eventType)
  for (const [index, { type, status, body }] of rules.entries()) {
    const about = { part: partOfRule(type), name: body.name }
    if (existing.some(rule => rule.type === type && isSameBody(rule.body, body))) {
      outcome.push({ ...about, outcome: 'created', problems: [] })
      continue
    }
    try {
      await db.transaction().execute(async trx => {
        await publishBodyIn(trx, maker, { ruleId: null, eventType, type, branch: productionBranch, status, body })
        await lockReferences(trx, maker, body)
      })
      outcome.push({ ...about, outcome: 'created', problems: [] })
    } catch (error) {
      const problems = issuesOfError(about, error)
      outcome.push({ ...about, outcome: problems === null ? 'failed' : 'skipped', problems: problems ?? [] })
      if (problems === null) {
        outcome.push(
          ...rules.slice(index + 1).map(rest => ({
            part: partOfRule(rest.type),
            name: rest.body.name,
            outcome: 'failed' as const,
            problems: [],
          })),
        )
        return
      }
    }
  }
}
