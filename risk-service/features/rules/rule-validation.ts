import type { RuleBody, RuleDiagnostic } from '../../contract/index.ts'
import type { CheckEnvironment } from '../../fql/index.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { RuleSetKey } from './store.ts'

/** @throws NotFoundError for an assessment that the environment does not have */
export function requireAssessment(engine: Pick<RuleEngine, 'assessment'>, environmentId: string, eventType: string) {
  const assessment = engine.assessment(environmentId, eventType)
  if (assessment === null) throw new NotFoundError('There is no such assessment in this environment.')
  return assessment
}

/** @throws ValidationError when the assessment has no post-decision actions */
export function assertRuleType(engine: Pick<RuleEngine, 'assessment'>, set: RuleSetKey): void {
  const assessment = requireAssessment(engine, set.environmentId, set.eventType)
  if (set.type === 'postDecision' && !assessment.actions) {
    throw new ValidationError(
      ['type'],
      `${assessment.name} has no post-decision actions: they belong to assessments that were made with the wizard.`,
    )
  }
}

/**
 * Checks a whole rule before its publish: repeated names of clauses, sections that the assessment does not have, and
 * every error of the texts, each with clause, line and column. `lists`: those of the store, where the texts name some.
 * @throws ValidationError
 */
export async function assertPublishable(
  engine: Pick<RuleEngine, 'assessment' | 'checkRule'>,
  set: RuleSetKey,
  body: RuleBody,
  lists?: CheckEnvironment['lists'],
): Promise<void> {
  assertRuleType(engine, set)
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
  throw new ValidationError(['body'], 'The rule has errors and was not published.', {
    problems,
    issues: [...shape, ...faults.map(issueOf)],
  })
}

const issueOf = (problem: RuleDiagnostic) => ({
  path: problem.part === 'condition' ? ['body', 'condition'] : ['body', 'clauses', problem.part, 'text'],
  message: `${problem.clause ?? 'Condition'}, line ${problem.line}, column ${problem.column}: ${problem.message}`,
})
