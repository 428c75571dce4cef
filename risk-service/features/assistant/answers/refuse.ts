import roles from '../../../contract/access/roles.json' with { type: 'json' }
import { assistantLimits } from '../../../contract/assistant/assistant-definitions.ts'
import type { Intent } from '../../../contract/assistant/intents.ts'
import type { Capability } from '../../../contract/index.ts'
import { searchAddress } from '../composition/addresses.ts'
import { type AnswerBuilder, count, period, term } from '../composition/answer-builder.ts'
import type { Question } from '../composition/question.ts'
import { ifReadable } from '../composition/readable.ts'
import { resolvePeriod } from '../recognition/recognition.ts'
import { searchConditionsOf } from './drafts/search-conditions.ts'

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

/** Routes of the pages that a right opens; a page that shows one record is none to go to. */
const pageOf = (capability: Capability): string | undefined =>
  (roles.capabilities as Record<string, { routes: string[] }>)[capability]?.routes.find(route => !route.includes(':'))

/** Names the right that an answer would need, and the page that it opens. */
export function sayNoRight(answer: AnswerBuilder, capability: Capability): void {
  answer.refuse()
  const right = term('capability', capability)
  const page = pageOf(capability)
  if (page === undefined) answer.add('Assistant.Sentence.NoRightAlone', { right })
  else answer.add('Assistant.Sentence.NoRight', { right, page: term('page', page) })
}

/** Leads to the search instead of listing many rows. */
export async function answerBulk(question: Question, answer: AnswerBuilder): Promise<void> {
  const { environmentId, reads, signal, timeZone, today } = question
  const { slots } = question.recognition
  const eventType = slots.assessment ?? 'purchase'
  const fields = await ifReadable(reads.search.fields({ environmentId, eventType }, { signal }))
  if (fields === null) return sayNoRight(answer, 'search')
  const { conditions } = searchConditionsOf(slots.conditions ?? [], fields)
  const dates = slots.period ? resolvePeriod(slots.period, today) : undefined
  const href = searchAddress({ eventType, conditions, dates, period: '30d' })
  const filter = { ...(dates ? { dates } : { period: '30d' as const }), timeZone, conditions }
  const found = await reads.search.count({ environmentId, eventType, filter }, { signal })
  const source = answer.cite({
    kind: 'search',
    title: term('page', '/search'),
    ...(dates ? { detail: period(dates) } : {}),
    href,
  })
  answer.add('Assistant.Sentence.Bulk', { most: count(assistantLimits.rows), page: term('page', '/search') })
  answer.add('Assistant.Sentence.BulkCount', { count: count(found.count) }, source)
  answer.link('/search', href)
}
