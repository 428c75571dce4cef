import { defined } from '../../../contract/defined.ts'
import { builtInAssessments } from '../../../engine/assessments/assessment-info.ts'
import { type CheckEnvironment, checkRule } from '../../../fql/index.ts'
import type { ParsedConfig } from '../files/config-files.ts'
import { createFileIssue } from '../files/file-fault.ts'
import { type ParsedRule, withDividers } from '../files/rule-files.ts'
import type { ConfigFileIssue, ConfigRule, EnvironmentConfig } from '../model.ts'

/**
 * Compatibility of a rule's text with the environment. `runs`: unchanged. `differs`: it runs, but parts of it have to
 * be reviewed. `missing`: it names something that the environment does not have. `broken`: it is not a rule.
 */
export type Compatibility = 'runs' | 'differs' | 'missing' | 'broken'
export interface RuleCoverage {
  rule: ConfigRule
  file: string
  fate: Compatibility
  problems: ConfigFileIssue[]
}

/** Codes of unknown names, and of references to lists, velocities, calls, functions and queues that do not exist. */
const missingCodes = new Set(['FQL2001', 'FQL2007'])

/**
 * Checks every rule as a publish would, and yields after each. @param environmentOf returns the names that rules of a
 * type can use in an assessment; null: the assessment is unknown
 */
export function* coverRules(
  read: Pick<ParsedConfig, 'config' | 'places'>,
  environmentOf: (rule: ConfigRule) => CheckEnvironment | null,
): Generator<undefined, RuleCoverage[]> {
  const covered: RuleCoverage[] = []
  for (const rule of read.config.rules) {
    covered.push(coverRule(rule, read.places.get(rule), environmentOf(rule)))
    yield
  }
  return covered
}

function coverRule(
  rule: ConfigRule,
  place: ParsedRule | undefined,
  environment: CheckEnvironment | null,
): RuleCoverage {
  const file = place?.file ?? rule.body.name
  if (environment === null)
    return {
      rule,
      file,
      fate: 'missing',
      problems: [missingAssessmentIssue(file, rule.assessment)],
    }
  const builtIn = builtInAssessments.find('', rule.assessment)
  if (rule.type === 'postDecision' && builtIn?.actions === false) {
    return {
      rule,
      file,
      fate: 'broken',
      problems: [createFileIssue(file, 'noActions', { name: builtIn.name }, { code: 'CFG004' })],
    }
  }
  const problems = [...duplicateClauseIssues(rule, file), ...textIssues(rule, place, file, environment)]
  return { rule, file, fate: compatibilityOf(problems), problems }
}

function missingAssessmentIssue(file: string, name: string): ConfigFileIssue {
  const builtIn = builtInAssessments.find('', name.toLowerCase())
  return builtIn === null
    ? createFileIssue(file, 'noAssessment', { name }, { code: 'CFG004' })
    : createFileIssue(file, 'assessmentSpelling', { name, spelling: builtIn.key }, { code: 'CFG004' })
}

/** Finds settings of unknown assessments, which would have no effect. */
export const findSettingsIssues = (
  { settings }: Pick<EnvironmentConfig, 'settings'>,
  isDefined: (assessment: string) => boolean,
): ConfigFileIssue[] =>
  Object.keys(settings)
    .filter(key => !isDefined(key))
    .map(key => missingAssessmentIssue('settings.json', key))

export function compatibilityOf(problems: readonly ConfigFileIssue[]): Compatibility {
  const errors = problems.filter(problem => problem.severity === 'error')
  if (errors.length === 0) return problems.length === 0 ? 'runs' : 'differs'
  return errors.every(problem => missingCodes.has(problem.code)) ? 'missing' : 'broken'
}

function duplicateClauseIssues({ body }: ConfigRule, file: string): ConfigFileIssue[] {
  const names = body.clauses.map(clause => clause.name.toLowerCase())
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [createFileIssue(file, 'twoClauses', { name: body.clauses[index]?.name ?? name }, { code: 'CFG002' })],
  )
}

function textIssues(
  { body }: ConfigRule,
  place: ParsedRule | undefined,
  file: string,
  environment: CheckEnvironment,
): ConfigFileIssue[] {
  return checkRule(body, environment).map(({ part, diagnostic }) => {
    const at = part === 'condition' ? place?.places.condition : place?.places.clauses[part]
    const { code, severity, line, column, params } = diagnostic
    const whole = place?.file === place?.places.clauses[0]?.file && place?.places.condition.line === 0
    const message = whole && part === 0 ? withDividers(diagnostic, 'Clause') : diagnostic.message
    return {
      file: at?.file ?? file,
      line: (at?.line ?? 0) + line,
      column,
      severity,
      code,
      message,
      ...defined({ params }),
    }
  })
}
