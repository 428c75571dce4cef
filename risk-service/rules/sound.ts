import type { RuleBody, RuleProblem } from '../contract/index.ts'
import type { CheckEnvironment } from '../fql/index.ts'
import type { RuleEngine } from '../session/base.ts'
import { Missing, RefusedValue } from '../session/refusals.ts'
import type { RuleSetKey } from './store.ts'

/** @throws Missing for an assessment that the environment does not have */
export function requireAssessment(engine: Pick<RuleEngine, 'assessment'>, environmentId: string, eventType: string) {
  const assessment = engine.assessment(environmentId, eventType)
  if (assessment === null) throw new Missing('There is no such assessment in this environment.')
  return assessment
}

/** @throws RefusedValue when the assessment has no post-decision actions */
export function requireType(engine: Pick<RuleEngine, 'assessment'>, set: RuleSetKey): void {
  const assessment = requireAssessment(engine, set.environmentId, set.eventType)
  if (set.type === 'postDecision' && !assessment.actions) {
    throw new RefusedValue(
      ['type'],
      `${assessment.name} has no post-decision actions: they belong to assessments that were made with the wizard.`,
    )
  }
}

/**
 * What keeps a rule from being published, over the whole of it: names of clauses that repeat, sections that the
 * assessment does not have, and every error of the texts, named with clause, line and column. `lists`: those of the
 * store, where the texts name some.
 * @throws RefusedValue
 */
export async function requireSound(
  engine: Pick<RuleEngine, 'assessment' | 'checkRule'>,
  set: RuleSetKey,
  body: RuleBody,
  lists?: CheckEnvironment['lists'],
): Promise<void> {
  requireType(engine, set)
  const { sections, name } = requireAssessment(engine, set.environmentId, set.eventType)
  const allowed: readonly string[] = set.type === 'decision' ? sections : ['prior']
  const names = body.clauses.map(clause => clause.name.toLowerCase())
  const shape = body.clauses.flatMap((clause, index) => [
    ...(names.indexOf(clause.name.toLowerCase()) === index
      ? []
      : [
          {
            path: ['body', 'clauses', index, 'name'],
            message: `A clause named ${clause.name} exists already in this rule.`,
          },
        ]),
    ...(allowed.includes(clause.section)
      ? []
      : [
          {
            path: ['body', 'clauses', index, 'section'],
            message: `${set.type === 'decision' ? name : 'This type of rule'} has no section ${clause.section}.`,
          },
        ]),
  ])
  const problems = await engine.checkRule(set.environmentId, set.eventType, body, set.type, lists)
  const faults = problems.filter(problem => problem.severity === 'error')
  if (shape.length === 0 && faults.length === 0) return
  throw new RefusedValue(['body'], 'The rule has errors and was not published.', {
    problems,
    issues: [...shape, ...faults.map(issueOf)],
  })
}

const issueOf = (problem: RuleProblem) => ({
  path: problem.part === 'condition' ? ['body', 'condition'] : ['body', 'clauses', problem.part, 'text'],
  message: `${problem.clause ?? 'Condition'}, line ${problem.line}, column ${problem.column}: ${problem.message}`,
})
