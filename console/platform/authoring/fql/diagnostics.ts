import type { CodeDiagnostic } from '@assay/design-system/editor'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/**
 * A text of something that has several: the first one (the condition of a rule), or one of those that have a number.
 */
export type Part = RuleDiagnostic['part']

/** Words that problems are made of, as the checker writes them. */
const messageIds: Readonly<Record<string, string>> = {
  'a value': 'Fql.Word.Value',
  'a variable': 'Fql.Word.Variable',
  'a name': 'Fql.Word.Name',
  'a statement': 'Fql.Word.Statement',
  'the end': 'Fql.Word.End',
  'an action': 'Fql.Word.Action',
  'another value': 'Fql.Word.OtherValue',
  'a condition': 'Fql.Word.Condition',
  'a clause': 'Fql.Word.Clause',
  'The clause': 'Fql.Word.TheClause',
  'Approve, Reject, Review or Challenge': 'Fql.Word.Decisions',
  'Output or Trace': 'Fql.Word.Observations',
  'RETURN, OBSERVE or DO': 'Fql.Word.Statements',
  'less complex': 'Fql.Word.LessComplex',
  List: 'Fql.Word.List',
  Column: 'Fql.Word.Column',
  Attribute: 'Fql.Word.Attribute',
  Function: 'Fql.Word.Function',
  'External call': 'Fql.Word.ExternalCall',
  'External assessment': 'Fql.Word.ExternalAssessment',
  Velocity: 'Fql.Word.Velocity',
  functions: 'Fql.Word.Functions',
  velocities: 'Fql.Word.Velocities',
  'external calls': 'Fql.Word.ExternalCalls',
  'external assessments': 'Fql.Word.ExternalAssessments',
  lists: 'Fql.Word.Lists',
  patterns: 'Fql.Word.Patterns',
  resources: 'Fql.Word.Resources',
}
const limits: readonly (readonly [RegExp, string])[] = [
  [/^at most (\d+) levels of nesting$/, 'Fql.Word.Nesting'],
  [/^at most (\d+) characters$/, 'Fql.Word.Characters'],
]
/** Parameters that repeat what the person wrote, and are never words of ours. */
const verbatim = new Set(['t', 'c', 'n', 'f', 'sig', 'cast', 'S', 'detail', 'list'])

function localiseParam(intl: IntlShape, name: string, value: string | number): string | number {
  if (typeof value === 'number' || (verbatim.has(name) && !(name === 'cast' && value in messageIds))) return value
  const id = messageIds[value]
  if (id) return intl.formatMessage({ id })
  for (const [pattern, limit] of limits) {
    const found = pattern.exec(value)
    if (found) return intl.formatMessage({ id: limit }, { count: Number(found[1]) })
  }
  return value
}

type DiagnosticMessage = Pick<RuleDiagnostic, 'code' | 'message'> & { params?: RuleDiagnostic['params'] }

/** A diagnostic in the user's language; the English text of the checker for a code that this console does not know. */
export function diagnosticText(intl: IntlShape, problem: DiagnosticMessage): string {
  const missingColumn = problem.code === 'FQL2007' && problem.params?.['list'] !== undefined
  const id = missingColumn ? 'Fql.FQL2007.Column' : `Fql.${problem.code}`
  if (intl.messages[id] === undefined) return problem.message
  const params = Object.fromEntries(
    Object.entries(problem.params ?? {}).map(([name, value]) => [name, localiseParam(intl, name, value)]),
  )
  return intl.formatMessage({ id }, params)
}

/** A problem of a rule in one line, with its clause, line and column. */
export const diagnosticLine = (
  intl: IntlShape,
  problem: DiagnosticMessage & Pick<RuleDiagnostic, 'clause' | 'line' | 'column'>,
): string =>
  `${problem.clause ?? intl.formatMessage({ id: 'Authoring.Condition' })} ${problem.line}:${problem.column} ${diagnosticText(intl, problem)}`

/** Problems of one part as the editor marks them; an empty range is widened so that it can be seen. */
export function editorDiagnostics(intl: IntlShape, problems: readonly RuleDiagnostic[], part: Part): CodeDiagnostic[] {
  return problems
    .filter(problem => problem.part === part)
    .map(problem => ({
      from: problem.to > problem.from ? problem.from : Math.max(0, problem.from - 1),
      to: Math.max(problem.to, problem.from),
      severity: problem.severity,
      message: diagnosticText(intl, problem),
      code: problem.code,
    }))
}

/** Errors first, then warnings; both in the order of the rule. */
export function sortDiagnostics(problems: readonly RuleDiagnostic[]): RuleDiagnostic[] {
  const rank = (problem: RuleDiagnostic) => (problem.severity === 'error' ? 0 : 1)
  const place = (problem: RuleDiagnostic) => (problem.part === 'condition' ? -1 : problem.part)
  return problems.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b) || a.from - b.from)
}

export const countErrors = (problems: readonly RuleDiagnostic[], part?: Part): number =>
  problems.filter(problem => problem.severity === 'error' && (part === undefined || problem.part === part)).length

/**
 * The first problem of the next part that has one, or the last of the one before; round the whole rule. Nothing when
 * all are in this part.
 */
export function nextDiagnosticOutside(
  problems: readonly RuleDiagnostic[],
  part: Part,
  direction: 'next' | 'previous',
): RuleDiagnostic | undefined {
  const place = (of: Part) => (of === 'condition' ? -1 : of)
  const sorted = problems.toSorted((a, b) => place(a.part) - place(b.part) || a.from - b.from)
  const others = sorted.filter(problem => problem.part !== part)
  return direction === 'next'
    ? (others.find(problem => place(problem.part) > place(part)) ?? others[0])
    : (others.findLast(problem => place(problem.part) < place(part)) ?? others.at(-1))
}
