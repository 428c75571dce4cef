import { addDays } from '../../../../contract/common/days.ts'
import { printCondition } from '../../../../contract/search/print-condition.ts'
import { parse } from '../../../../fql/index.ts'
import { searchAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, code, count, period, term } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { type Condition, resolvePeriod, type Slots } from '../../recognition/recognition.ts'
import { assessmentName } from '../figures/report-scope.ts'
import { answerBulk } from './bulk.ts'
import { searchConditionsOf } from './search-conditions.ts'

/** Days that a search covers where the question names none: the usual ones of its page. */
const defaultDays = 7

/** What a question asks of events, with the decision that it names: *rejected purchases*. */
function requestedConditions({ conditions = [], decision }: Slots): readonly Condition[] {
  const hasDecision = decision === undefined || conditions.some(({ field }) => field === 'decision')
  return hasDecision ? conditions : [{ field: 'decision', op: 'eq', value: decision }, ...conditions]
}

/** Drafts a filter of the search as text, counts what it finds, and links to the search with it. Nothing is saved. */
export async function draftFilter(question: Question, answer: AnswerBuilder): Promise<void> {
  const { environmentId, reads, signal, timeZone, today } = question
  const { slots } = question.recognition
  const eventType = slots.assessment ?? 'purchase'
  const fields = await reads.search.fields({ environmentId, eventType }, { signal })
  const { conditions, unknown } = searchConditionsOf(requestedConditions(slots), fields)
  // A period alone is no filter to draft: the search has all of its events.
  if (conditions.length === 0 && unknown.length === 0 && slots.period !== undefined) return answerBulk(question, answer)
  if (conditions.length === 0 && unknown.length === 0) {
    answer.add('Assistant.Sentence.DraftNoConditions', {})
    answer.link('/search')
    return
  }
  const dates = slots.period ? resolvePeriod(slots.period, today) : { from: addDays(today, 1 - defaultDays), to: today }
  const types = new Map(fields.map(({ id, type }) => [id, type]))
  const text = `WHEN ${conditions.map(each => printCondition(each, types.get(each.column) ?? null)).join('\n  && ')}`
  const href = searchAddress({ eventType, conditions, dates })
  const source = answer.cite({ kind: 'search', title: term('page', '/search'), detail: period(dates), href })
  for (const field of unknown)
    answer.add(
      'Assistant.Sentence.DraftUnknownField',
      { field: code(field), assessment: assessmentName(eventType) },
      source,
    )
  if (conditions.length === 0) return
  const { diagnostic } = parse(text)
  const found = await reads.search.count(
    { environmentId, eventType, filter: { dates, timeZone, conditions } },
    { signal },
  )
  const problems =
    diagnostic === null
      ? []
      : [{ code: diagnostic.code, message: diagnostic.message, params: diagnostic.params, line: diagnostic.line }]
  answer.draft({
    kind: 'filter',
    text,
    valid: problems.length === 0,
    problems,
    count: found.count,
    openIn: { href, page: '/search' },
  })
  answer.add('Assistant.Sentence.Draft', { kind: term('draft', 'filter') })
  answer.add('Assistant.Sentence.DraftCount', { count: count(found.count), period: period(dates) }, source)
}
