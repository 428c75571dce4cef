import type { LogFilter } from '../../../../contract/audit/activity-log.ts'
import { addDays } from '../../../../contract/common/days.ts'
import { pageAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, count, period, term, text, time } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { resolvePeriod } from '../../recognition/recognition.ts'

const page = '/settings/audit'
const defaultDays = 7
/** Entries that an answer names. */
const shownEntries = 10

const encoded = (value: string): string => encodeURIComponent(value).replaceAll('~', '%7E')

/** Summarises the activity log, of everything or of a resource that the question names. */
export async function summariseLog(question: Question, answer: AnswerBuilder): Promise<void> {
  const { environmentId, reads, signal, timeZone, today, recognition } = question
  const { name, period: requested } = recognition.slots
  const dates = requested ? resolvePeriod(requested, today) : { from: addDays(today, 1 - defaultDays), to: today }
  const filters: LogFilter[] = name === undefined ? [] : [{ field: 'resourceName', op: 'in', values: [name] }]
  const input = { environmentId, dates, timeZone, filters }
  const { rows } = await reads.activityLog.search({ ...input, limit: shownEntries }, { signal })
  const found = await reads.activityLog.count(input, { signal })
  const source = answer.cite({
    kind: 'log',
    title: term('page', page),
    detail: period(dates),
    href: pageAddress(page, {
      ...dates,
      ...(name === undefined ? {} : { filters: `resourceName~in~${encoded(name)}` }),
    }),
  })
  const numbers = { period: period(dates), count: count(found.count) }
  if (name === undefined) answer.add('Assistant.Sentence.LogCount', numbers, source)
  else answer.add('Assistant.Sentence.LogNamedCount', { ...numbers, name: text(name) }, source)
  for (const { at, actorName, operation, resourceType, resourceName } of rows)
    answer.add(
      'Assistant.Sentence.LogEntry',
      {
        at: time(at),
        person: text(actorName),
        operation: term('operation', operation),
        resource: term('resource', resourceType),
        name: text(resourceName),
      },
      source,
    )
  if (found.count > rows.length)
    answer.add(
      'Assistant.Sentence.MoreRows',
      { count: count(found.count - rows.length), page: term('page', page) },
      source,
    )
}
