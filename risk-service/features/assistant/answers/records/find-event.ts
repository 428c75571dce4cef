import type { EventRow } from '../../../../contract/index.ts'
import type { AnswerBuilder } from '../../composition/answer-builder.ts'
import { text } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'

/** Where an event is: enough to read it. */
export interface EventPlace {
  eventType: string
  environmentId: string
  id: string
}

const placeOf = ({ eventType, environmentId, externalId }: EventRow): EventPlace => ({
  eventType,
  environmentId,
  id: externalId,
})

/** Events of an id in the environment, else in those below it, which the search finds by its index of ids. */
async function findRows({ environmentId, reads, signal }: Question, id: string): Promise<EventRow[]> {
  const { rows } = await reads.events.find({ environmentId, id }, { signal })
  if (rows.length > 0) return rows
  const types = await reads.search.eventTypes({ environmentId }, { signal })
  const pages = await Promise.all(
    types
      .filter(({ search, formerOf }) => search && formerOf === undefined)
      .map(({ key }) =>
        reads.search.events(
          {
            environmentId,
            eventType: key,
            filter: { period: 'all', conditions: [{ column: 'externalId', op: 'eq', value: id }] },
            limit: 1,
          },
          { signal },
        ),
      ),
  )
  return pages.flatMap(page => page.rows)
}

/**
 * Finds the event that a question is about: the one that it names, else the one on the page. Without any, the answer
 * says so, and null is returned.
 */
export async function findEvent(question: Question, answer: AnswerBuilder): Promise<EventPlace | null> {
  const { record } = question
  const { eventId } = question.recognition.slots
  const onPage = record?.kind === 'event' || record?.kind === 'case' ? record : null
  if (onPage !== null && (eventId === undefined || eventId === onPage.id) && onPage.environmentId !== '') return onPage
  const id = eventId ?? onPage?.id
  if (id === undefined) {
    answer.add('Assistant.Sentence.NameOne', {})
    answer.link('/search')
    return null
  }
  const rows = await findRows(question, id.slice(0, 128))
  const required = question.recognition.slots.assessment ?? onPage?.eventType
  const row = rows.find(({ eventType }) => eventType === required) ?? rows[0]
  if (row !== undefined) return placeOf(row)
  answer.add('Assistant.Sentence.NotFoundNamed', { name: text(id) })
  answer.link('/search')
  return null
}
