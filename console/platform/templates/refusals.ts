import { templateFileFaults, type TemplateFileFault } from '@assay/risk-service/contract'
import { conflictOf, refusalOf } from '../authoring/refusals.ts'

/** What the service refused of a template, as far as a form has an answer to it. */
export type TemplateRefusal = { kind: 'name' } | { kind: 'file'; fault: TemplateFileFault } | { kind: 'limit' } | { kind: 'legacy' } | null

export function templateRefusal(error: unknown): TemplateRefusal {
  const reason = conflictOf(error)?.reason
  if (reason === 'templates.limit') return { kind: 'limit' }
  if (reason === 'templates.legacyAssessment') return { kind: 'legacy' }
  const path = refusalOf(error)?.issues[0]?.path ?? []
  const fault = templateFileFaults.find(each => each === path[1])
  if (path[0] === 'file' && fault) return { kind: 'file', fault }
  return path.at(-1) === 'name' ? { kind: 'name' } : null
}
