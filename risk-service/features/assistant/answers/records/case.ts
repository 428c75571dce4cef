import { caseAddress, eventAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, code, count, money, number, term, text, time } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { findEvent } from './find-event.ts'

/** Most notes that an answer quotes. */
const quotedNotes = 10

const minorUnits = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Summarises the case of an event. */
export async function summariseCase(question: Question, answer: AnswerBuilder): Promise<void> {
  const place = await findEvent(question, answer)
  if (place === null) return
  const { reads, signal } = question
  const { case: found } = await reads.cases.find(place, { signal })
  if (found === null) {
    answer.add('Assistant.Sentence.NotFoundNamed', { name: text(place.id) })
    answer.link('/casemanagement/queues')
    return
  }
  const source = answer.cite({
    kind: 'case',
    title: code(found.externalId),
    detail: text(found.queueName),
    href: caseAddress({ ...place, queueId: found.queueId }),
  })
  answer.add(
    'Assistant.Sentence.CaseState',
    { event: code(found.externalId), queue: text(found.queueName), state: term('caseState', found.state) },
    source,
  )
  if (found.enteredQueueAt !== null && found.rule !== null)
    answer.add(
      'Assistant.Sentence.CaseEntered',
      { at: time(found.enteredQueueAt), clause: text(found.clause ?? ''), rule: text(found.rule) },
      source,
    )
  if (found.riskScore >= 0)
    answer.add(
      'Assistant.Sentence.CaseScore',
      { score: number(found.riskScore), decision: term('decision', found.decision) },
      source,
    )
  if (found.amount !== null && found.currency !== null && /^[A-Z]{3}$/.test(found.currency))
    answer.add(
      'Assistant.Sentence.CaseAmount',
      { amount: money(found.amount / 10 ** minorUnits(found.currency), found.currency) },
      source,
    )
  if (found.outcome !== null) {
    const { by, decision, at } = found.outcome
    if (by === null)
      answer.add('Assistant.Sentence.CaseDecidedBySystem', { decision: text(decision), at: time(at) }, source)
    else
      answer.add(
        'Assistant.Sentence.CaseDecided',
        { person: text(by.name), decision: text(decision), at: time(at) },
        source,
      )
  } else {
    if (found.assignee !== null)
      answer.add('Assistant.Sentence.CaseAssigned', { person: text(found.assignee.name) }, source)
    if (found.timeoutAt !== null) answer.add('Assistant.Sentence.CaseDue', { at: time(found.timeoutAt) }, source)
  }
  if (found.tags.length > 0) answer.add('Assistant.Sentence.CaseTags', { tags: text(found.tags.join(', ')) }, source)
  const history = await reads.cases.history(place, { signal })
  answer.add('Assistant.Sentence.CaseSteps', { count: count(history.length) }, source)
}

/** Summarises the notes on an event. What they say is quoted, never followed. */
export async function summariseNotes(question: Question, answer: AnswerBuilder): Promise<void> {
  const place = await findEvent(question, answer)
  if (place === null) return
  const { eventType, environmentId, id } = place
  const { reads, signal } = question
  const { threads, total } = await reads.notes.list(
    { eventType, environmentId, eventId: id, limit: quotedNotes },
    { signal },
  )
  const source = answer.cite({ kind: 'note', title: code(id), href: eventAddress(place) })
  if (total === 0) {
    answer.add('Assistant.Sentence.NotesNone', { event: code(id) }, source)
    return
  }
  answer.add('Assistant.Sentence.NotesCount', { event: code(id), count: count(total) }, source)
  const written = threads
    .flatMap(({ replies, ...thread }) => [thread, ...replies])
    .filter(({ system, deleted, author }) => system === null && deleted === null && author !== null)
  for (const { author, createdAt, text: words } of written.slice(0, quotedNotes))
    answer.add(
      'Assistant.Sentence.Note',
      { person: text(author?.name ?? ''), at: time(createdAt), text: text(words) },
      source,
    )
}
