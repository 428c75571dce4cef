import type { Kysely } from 'kysely'
import { createAssessment, recordNewAssessment, requireSoundAssessment } from '../assessments/create.ts'
import { asAssessment, newAssessment } from '../assessments/definition.ts'
import type { Actor } from '../audit/record.ts'
import { inSteps, productionBranch, type TemplateOutcome, type TemplateProblem } from '../contract/index.ts'
import { assessmentsWith } from '../engine/assessments.ts'
import { checkBody } from '../engine/evaluate.ts'
import { checkOf } from '../engine/rule-assessments.ts'
import type { CheckEnvironment } from '../fql/index.ts'
import type { Ports } from '../ports.ts'
import { holdNamed } from '../resources/held.ts'
import { rulesOfEnvironment } from '../rules/environment-rules.ts'
import { type Publisher, publishBodyIn } from '../rules/publish.ts'
import { sameBody } from '../rules/rules.ts'
import { saveSettingsIn } from '../rules/settings.ts'
import type { RuleEngine } from '../session/base.ts'
import { Conflict } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { partOfRule } from './contents.ts'
import type { AssessmentContent } from './model.ts'
import { finding, ofText, problemsOf } from './problems.ts'

type Made = TemplateOutcome[number]
/** Who makes an assessment, and in which root environment. */
export interface AssessmentMaker extends Publisher, Actor {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  engine: RuleEngine
}

/**
 * What an assessment would lack in an environment. Names that are not known there keep only their rule from being made.
 */
export async function checkAssessment(
  db: Kysely<Database>,
  engine: Pick<RuleEngine, 'resources'>,
  environmentId: string,
  { definition, rules }: AssessmentContent,
): Promise<TemplateProblem[]> {
  const about = { part: 'assessment' as const, name: definition.friendlyName }
  const taken = await db
    .selectFrom('assessment')
    .select('api_name')
    .where('environment_id', '=', environmentId)
    .execute()
  const assessment = assessmentsWith([asAssessment(definition, environmentId)]).find(environmentId, definition.apiName)
  const known = engine.resources.environmentOf(environmentId)
  return [
    // A warning: it is given another name when it is made.
    ...(taken.some(row => row.api_name.toLowerCase() === definition.apiName.toLowerCase())
      ? [finding('warning', { ...about, name: definition.apiName }, 'exists')]
      : []),
    ...(assessment === null
      ? []
      : await inSteps(ruleProblems(rules, type => ({ ...checkOf(assessment, type), ...known })))),
  ]
}

/** Gives way after each rule: there may be a thousand. */
function* ruleProblems(
  rules: AssessmentContent['rules'],
  environmentOf: (type: AssessmentContent['rules'][number]['type']) => CheckEnvironment,
): Generator<undefined, TemplateProblem[]> {
  const problems: TemplateProblem[] = []
  for (const { type, body } of rules) {
    for (const problem of checkBody(body, environmentOf(type)))
      if (problem.severity === 'error') problems.push(ofText({ part: partOfRule(type), name: body.name }, problem))
    yield
  }
  return problems
}

/**
 * Makes an assessment with its rules. A rule that names what is not here is left out and reported; anything else that
 * goes wrong ends the making, and what is there stays. Asking again under the same id goes on where it ended.
 * @throws RefusedValue, Conflict where the assessment itself cannot be made
 */
export async function assessmentFromTemplate(
  maker: AssessmentMaker,
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
  const given = newAssessment(
    { ...content.definition, apiName, friendlyName },
    { id: assessmentId, environmentId, author: { id: principal.id, name: principal.name } },
  )
  const known = await db
    .selectFrom('assessment')
    .select(['environment_id', 'api_name'])
    .where('id', '=', assessmentId)
    .executeTakeFirst()
  if (known && (known.environment_id !== environmentId || known.api_name !== apiName))
    throw new Conflict('There is an assessment with this id already.', { reason: 'assessment.exists' })
  requireSoundAssessment(given, given.schema ?? { sections: [], custom: [] })
  if (!known) await createAssessment(db, given, trx => recordNewAssessment(trx, maker, given))
  await maker.engine.reloadRules(environmentId)
  const outcome: Made[] = [{ part: 'assessment', name: friendlyName, outcome: 'created', problems: [] }]
  try {
    if (Object.keys(content.settings).length > 0) {
      const { evaluation, payload } = content.settings
      await db.transaction().execute(trx =>
        saveSettingsIn(trx, maker, apiName, {
          ...(evaluation === undefined ? {} : { evaluation }),
          ...(payload === undefined ? {} : { payload }),
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
  maker: AssessmentMaker,
  eventType: string,
  { rules }: AssessmentContent,
  outcome: Made[],
): Promise<void> {
  const {
    ports: { db },
    environmentId,
  } = maker
  const there = (await rulesOfEnvironment(db, environmentId)).rules.filter(rule => rule.event_type === eventType)
  for (const [index, { type, status, body }] of rules.entries()) {
    const about = { part: partOfRule(type), name: body.name }
    if (there.some(rule => rule.type === type && sameBody(rule.body, body))) {
      outcome.push({ ...about, outcome: 'created', problems: [] })
      continue
    }
    try {
      await db.transaction().execute(async trx => {
        await publishBodyIn(trx, maker, { ruleId: null, eventType, type, branch: productionBranch, status, body })
        await holdNamed(trx, maker, body)
      })
      outcome.push({ ...about, outcome: 'created', problems: [] })
    } catch (error) {
      const problems = problemsOf(about, error)
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
