import type { AnswerDraft, RuleDiagnostic, RuleVocabulary } from '../../../../contract/index.ts'
import { quoted } from '../../../../contract/search/print-condition.ts'
import { pageAddress, rulesAddress, rulesRoute } from '../../composition/addresses.ts'
import { type AnswerBuilder, code, count, term } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import type { Condition } from '../../recognition/recognition.ts'
import { assessmentName } from '../figures/report-scope.ts'
import { attributePath, ruleComparison } from './attribute-paths.ts'

interface Comparisons {
  texts: string[]
  fields: string[]
  unknown: string[]
}

/** Writes the conditions of a question in the query language; those that the assessment has no attribute for are left out. */
export function comparisonsOf(requested: readonly Condition[], vocabulary: RuleVocabulary): Comparisons {
  const found: Comparisons = { texts: [], fields: [], unknown: [] }
  for (const { field, op, value } of requested) {
    const path = attributePath(field, vocabulary)
    const text = path === null ? null : ruleComparison(path, op, value, quoted)
    if (path === null || text === null) found.unknown.push(field)
    else {
      found.texts.push(text)
      found.fields.push(path)
    }
  }
  return found
}

export const problemsOf = (
  diagnostics: readonly Pick<RuleDiagnostic, 'code' | 'message' | 'params' | 'line' | 'severity'>[],
): AnswerDraft['problems'] =>
  diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code: id, message, params, line }) => ({ code: id, message, params, line }))

/** Adds a draft with what the compiler says of it. */
export function addDraft(answer: AnswerBuilder, draft: Omit<AnswerDraft, 'valid'>): void {
  answer.draft({ ...draft, valid: draft.problems.length === 0 })
  const kind = term('draft', draft.kind)
  if (draft.problems.length === 0) answer.add('Assistant.Sentence.Draft', { kind })
  else answer.add('Assistant.Sentence.DraftProblems', { kind, count: count(draft.problems.length) })
}

/** Says which attributes a draft reads, and which the assessment does not have. */
export function sayFields(
  answer: AnswerBuilder,
  { fields, unknown }: Pick<Comparisons, 'fields' | 'unknown'>,
  eventType: string,
): void {
  const schemaPage = '/fraud/assessments/:assessmentId/schemaDetails'
  const source = answer.cite({
    kind: 'help',
    title: term('page', schemaPage),
    detail: assessmentName(eventType),
    href: pageAddress(`/fraud/assessments/${encodeURIComponent(eventType)}/schemaDetails`),
  })
  const assessment = assessmentName(eventType)
  if (fields.length > 0)
    answer.add('Assistant.Sentence.DraftReads', { fields: code([...new Set(fields)].join(', ')), assessment }, source)
  for (const field of unknown)
    answer.add('Assistant.Sentence.DraftUnknownField', { field: code(field), assessment }, source)
}

/** Drafts a clause, checked against the schema of the assessment as the editor of rules checks it. Nothing is saved. */
export async function draftClause(question: Question, answer: AnswerBuilder): Promise<void> {
  const { environmentId, reads, signal } = question
  const { slots } = question.recognition
  const eventType = slots.assessment ?? (question.record?.kind === 'rule' ? question.record.eventType : 'purchase')
  const vocabulary = await reads.rules.vocabulary({ environmentId, eventType }, { signal })
  const comparisons = comparisonsOf(slots.conditions ?? [], vocabulary)
  const page = rulesRoute(eventType)
  if (comparisons.texts.length === 0 && comparisons.unknown.length === 0) {
    answer.add('Assistant.Sentence.DraftNoConditions', {})
    answer.link(page, rulesAddress(eventType))
    return
  }
  sayFields(answer, comparisons, eventType)
  if (comparisons.texts.length === 0) return
  const decision = slots.decision ?? 'Review'
  const reason = decision === 'Challenge' ? '"SMS", "Draft"' : '"Draft"'
  const text = `RETURN ${decision}(${reason})\nWHEN ${comparisons.texts.join('\n  && ')}`
  const { problems } = await reads.rules.evaluate(
    {
      environmentId,
      eventType,
      body: {
        name: 'Draft',
        description: '',
        condition: '',
        clauses: [{ name: 'Draft', section: 'postRisk', text }],
        sample: { payload: {}, riskScore: 0 },
      },
    },
    { signal },
  )
  addDraft(answer, {
    kind: 'clause',
    text,
    problems: problemsOf(problems),
    openIn: { href: rulesAddress(eventType), page },
  })
}
