import type { RuleDiagnostic } from '../../contract/index.ts'
import { type TemplatePart, templateIssueCodes } from '../../contract/templates/template-definitions.ts'
import type { TemplateIssue } from '../../contract/templates/templates.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'

/** The part of a template that a problem concerns. */
export interface TemplatePartReference {
  part: TemplatePart
  name: string
}
type TemplateIssueCode = keyof typeof templateIssueCodes

const sentences: Record<TemplateIssueCode, string> = {
  noAssessment: 'There is no assessment {target} here.',
  noSection: '{target} has no section for the clause {name}, so it is left out.',
  noActions: '{target} has no post-decision actions.',
  noClause: 'None of its clauses fit {target}.',
  exists: '{name} already exists.',
  secret: 'Its secrets are not part of the template. Enter them afterwards.',
  noTarget: 'The assessment {target} cannot be called from here.',
  rootOnly: 'Assessments are created in root environments.',
  refused: 'Rejected: {reason}',
}

/**
 * Creates an issue of Assay itself, with its message in English; the console builds the message of its language from
 * the same parameters.
 */
export function createTemplateIssue(
  severity: TemplateIssue['severity'],
  about: TemplatePartReference,
  kind: TemplateIssueCode,
  params: Record<string, string> = {},
): TemplateIssue {
  const all: Record<string, string> = { name: about.name, ...params }
  return {
    severity,
    ...about,
    place: null,
    code: templateIssueCodes[kind],
    params: all,
    line: 0,
    column: 0,
    message: sentences[kind].replace(/\{(\w+)\}/g, (_all, name: string) => all[name] ?? ''),
  }
}

/** Returns the problem of a text as an issue of the template that contains it. */
export function issueOfText(
  about: TemplatePartReference,
  { severity, clause, code, message, params, line, column }: Omit<RuleDiagnostic, 'part' | 'from' | 'to'>,
): TemplateIssue {
  return { severity, ...about, place: clause, code, message, params, line, column }
}

/** Returns why something could not be created; null for an unexpected error. */
export function issuesOfError(about: TemplatePartReference, error: unknown): TemplateIssue[] | null {
  if (error instanceof ValidationError) {
    const faults = error.problems.filter(({ severity }) => severity === 'error')
    return faults.length > 0
      ? faults.map(problem => issueOfText(about, problem))
      : [createTemplateIssue('error', about, 'refused', { reason: error.message })]
  }
  return error instanceof ConflictError
    ? [createTemplateIssue('error', about, 'refused', { reason: error.message })]
    : null
}
