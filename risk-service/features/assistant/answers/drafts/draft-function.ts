import type { AnswerBuilder } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { addDraft, comparisonsOf, problemsOf, sayFields } from './draft-clause.ts'

const page = '/data/functions'

/** Drafts a function that says whether conditions hold, checked as the editor of functions checks it. */
export async function draftFunction(question: Question, answer: AnswerBuilder): Promise<void> {
  const { environmentId, reads, signal } = question
  const { slots } = question.recognition
  const eventType = slots.assessment ?? 'purchase'
  const vocabulary = await reads.rules.vocabulary({ environmentId, eventType }, { signal })
  const comparisons = comparisonsOf(slots.conditions ?? [], vocabulary)
  if (comparisons.texts.length === 0 && comparisons.unknown.length === 0) {
    answer.add('Assistant.Sentence.DraftNoConditions', {})
    answer.link(page)
    return
  }
  sayFields(answer, comparisons, eventType)
  if (comparisons.texts.length === 0) return
  const text = `RETURN ${comparisons.texts.join('\n  && ')}`
  const { problems } = await reads.functions.evaluate(
    {
      environmentId,
      body: {
        name: 'Draft',
        description: '',
        parameters: [],
        properties: [{ name: 'Result', description: '', type: 'Boolean', default: 'false', code: text }],
        sample: { eventType, payload: {} },
      },
    },
    { signal },
  )
  addDraft(answer, { kind: 'function', text, problems: problemsOf(problems), openIn: { href: page, page } })
}
