import type { RuleProblem } from '../contract/index.ts'
import { type TemplatePart, templateFindings } from '../contract/template-values.ts'
import type { TemplateProblem } from '../contract/templates.ts'
import { Conflict, RefusedValue } from '../session/refusals.ts'

/** What a problem of a template is about. */
export interface About {
  part: TemplatePart
  name: string
}
type Finding = keyof typeof templateFindings

const sentences: Record<Finding, string> = {
  noAssessment: 'There is no assessment {target} here.',
  noSection: '{target} has no section for the clause {name}: it is left out.',
  noActions: '{target} has no post-decision actions.',
  noClause: 'None of its clauses fits {target}.',
  exists: 'There is one named {name} already.',
  secret: 'Its secrets are no part of the template: enter them afterwards.',
  noTarget: 'The assessment {target} cannot be called from here.',
  rootOnly: 'Assessments are made in root environments.',
  refused: 'It was refused: {reason}',
}

/** A finding of our own, with its sentence in English; the console makes the sentence of its language from the same. */
export function finding(
  severity: TemplateProblem['severity'],
  about: About,
  kind: Finding,
  params: Record<string, string> = {},
): TemplateProblem {
  const all: Record<string, string> = { name: about.name, ...params }
  return {
    severity,
    ...about,
    place: null,
    code: templateFindings[kind],
    params: all,
    line: 0,
    column: 0,
    message: sentences[kind].replace(/\{(\w+)\}/g, (_all, name: string) => all[name] ?? ''),
  }
}

/** A problem of a text, as that of the template that holds it. */
export function ofText(
  about: About,
  { severity, clause, code, message, params, line, column }: Omit<RuleProblem, 'part' | 'from' | 'to'>,
): TemplateProblem {
  return { severity, ...about, place: clause, code, message, params, line, column }
}

/** Why something could not be made; null for an error that is no refusal. */
export function problemsOf(about: About, error: unknown): TemplateProblem[] | null {
  if (error instanceof RefusedValue) {
    const faults = error.problems.filter(({ severity }) => severity === 'error')
    return faults.length > 0
      ? faults.map(problem => ofText(about, problem))
      : [finding('error', about, 'refused', { reason: error.message })]
  }
  return error instanceof Conflict ? [finding('error', about, 'refused', { reason: error.message })] : null
}
