import type { Intent } from '../../../contract/assistant/intents.ts'
import { type AnswerBuilder, term } from '../composition/answer-builder.ts'
import type { Question } from '../composition/question.ts'

const refusalMessages = {
  'refuse-judgement': 'Assistant.Sentence.RefuseJudgement',
  'refuse-legal': 'Assistant.Sentence.RefuseLegal',
  'refuse-evasion': 'Assistant.Sentence.RefuseEvasion',
  'refuse-tenant': 'Assistant.Sentence.RefuseTenant',
  'refuse-secret': 'Assistant.Sentence.RefuseSecret',
} as const satisfies Partial<Record<Intent, string>>
type Refusal = keyof typeof refusalMessages

/** Refuses what the assistant does not answer, whoever asks. */
export const refuse =
  (intent: Refusal) =>
  (_question: Question, answer: AnswerBuilder): void => {
    answer.refuse()
    answer.add(refusalMessages[intent], {})
  }

/** Names the page where a change is made: the assistant makes none. */
export function answerWrite({ recognition: { slots } }: Question, answer: AnswerBuilder): void {
  const page = slots.page ?? '/'
  answer.refuse()
  answer.add('Assistant.Sentence.Write', { page: term('page', page) })
  answer.link(page)
}
