import { assistantLimits } from '../../../../contract/assistant/assistant-definitions.ts'
import { searchAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, count, period, term } from '../../composition/answer-builder.ts'
import { sayNoRight } from '../../composition/missing-right.ts'
import type { Question } from '../../composition/question.ts'
import { ifReadable } from '../../composition/readable.ts'
import { resolvePeriod } from '../../recognition/recognition.ts'
import { searchConditionsOf } from './search-conditions.ts'

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
