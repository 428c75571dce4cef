import type { RuleBody } from '@assay/risk-service/contract'
import type { Part } from '../../platform/authoring/fql/diagnostics.ts'
import type { NameIssue } from '../../platform/authoring/naming/name-validation.ts'

export type Clause = RuleBody['clauses'][number]
export type ClauseSection = Clause['section']

export type RuleEdit =
  | { type: 'name'; name: string }
  | { type: 'description'; description: string }
  | { type: 'text'; part: Part; text: string }
  /** The text that was made from conditions. */
  | { type: 'blocks'; index: number; text: string }
  /** All clauses, as the decision table leaves them. */
  | { type: 'clauses'; clauses: Clause[] }
  | { type: 'renameClause'; index: number; name: string }
  | { type: 'insertClause'; index: number; clause: Clause }
  | { type: 'removeClause'; index: number }
  | { type: 'moveClause'; index: number; by: 1 | -1 }
  | { type: 'payload'; payload: RuleBody['sample']['payload'] }
  | { type: 'riskScore'; riskScore: number }
  | { type: 'botScore'; botScore: number }

/** The draft after one edit; an edit that makes no sense leaves it as it is. */
export function applyRuleEdit(body: RuleBody, edit: RuleEdit): RuleBody {
  switch (edit.type) {
    case 'name':
      return { ...body, name: edit.name }
    case 'description':
      return { ...body, description: edit.description }
    case 'text':
      return edit.part === 'condition'
        ? { ...body, condition: edit.text }
        : changeClause(body, edit.part, clause => ({
            ...clause,
            text: edit.text,
            ...(clause.visual === true && clause.text !== edit.text ? { visual: false } : {}),
          }))
    case 'blocks':
      return changeClause(body, edit.index, clause => ({ ...clause, text: edit.text, visual: true }))
    case 'clauses':
      return { ...body, clauses: edit.clauses }
    case 'renameClause':
      return changeClause(body, edit.index, clause => ({ ...clause, name: edit.name }))
    case 'insertClause':
      return { ...body, clauses: body.clauses.toSpliced(edit.index, 0, edit.clause) }
    case 'removeClause':
      return body.clauses.length > 1 ? { ...body, clauses: body.clauses.toSpliced(edit.index, 1) } : body
    case 'moveClause': {
      const target = moveTarget(body.clauses, edit.index, edit.by)
      const moved = body.clauses[edit.index]
      if (target === null || !moved) return body
      return { ...body, clauses: body.clauses.toSpliced(edit.index, 1).toSpliced(target, 0, moved) }
    }
    case 'payload':
      return { ...body, sample: { ...body.sample, payload: edit.payload } }
    case 'riskScore':
      return { ...body, sample: { ...body.sample, riskScore: edit.riskScore } }
    case 'botScore':
      return { ...body, sample: { ...body.sample, botScore: edit.botScore } }
  }
}

function changeClause(body: RuleBody, index: number, change: (clause: Clause) => Clause): RuleBody {
  const clause = body.clauses[index]
  return clause ? { ...body, clauses: body.clauses.with(index, change(clause)) } : body
}

/** The new index of a clause that is moved one up or down inside its section; null at the section's end. */
export function moveTarget(clauses: readonly Clause[], index: number, by: 1 | -1): number | null {
  const section = clauses[index]?.section
  for (let at = index + by; at >= 0 && at < clauses.length; at += by) if (clauses[at]?.section === section) return at
  return null
}

/** All sections in run order; an assessment has some of them. */
const allSections: readonly ClauseSection[] = ['prior', 'postBot', 'postRisk']

/** Clauses by section in run order, with their place in the rule and their number in the run. */
export function clausesInRunOrder(
  clauses: readonly Clause[],
  sections: readonly ClauseSection[] = allSections,
): { section: ClauseSection; clauses: { clause: Clause; index: number; number: number }[] }[] {
  let number = 0
  return sections.map(section => ({
    section,
    clauses: clauses
      .flatMap((clause, index) => (clause.section === section ? [{ clause, index }] : []))
      .map(each => ({ ...each, number: ++number })),
  }))
}

/** `Clause 1`, `Clause 2`, … whichever is free. */
export function freeClauseName(clauses: readonly Clause[]): string {
  const usedNames = new Set(clauses.map(clause => clause.name.toLowerCase()))
  for (let number = clauses.length + 1; ; number++) if (!usedNames.has(`clause ${number}`)) return `Clause ${number}`
}

/** The edits that put the clauses of a template behind the others, each under a free name. */
export function templateEdits(clauses: readonly Clause[], templates: readonly Omit<Clause, 'name'>[]): RuleEdit[] {
  const after = [...clauses]
  return templates.map((template): RuleEdit => {
    const clause = { ...template, name: freeClauseName(after) }
    after.push(clause)
    return { type: 'insertClause', index: after.length - 1, clause }
  })
}

/** Why a text cannot be the name of the clause at `index`; null when it can. */
export function validateClauseName(name: string, clauses: readonly Clause[], index: number): NameIssue | null {
  const text = name.trim()
  if (text === '') return 'empty'
  if (text.length > 60) return 'long'
  return clauses.some((clause, at) => at !== index && clause.name.toLowerCase() === text.toLowerCase()) ? 'taken' : null
}
