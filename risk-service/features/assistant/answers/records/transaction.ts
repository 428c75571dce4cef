import type { EventDetail } from '../../../../contract/index.ts'
import { eventAddress, rulesAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, code, count, number, term, text, time } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { type EventPlace, findEvent } from './find-event.ts'

/** Most conditions, values and signals that an answer names. */
const most = { conditions: 5, signals: 3, types: 6 } as const

const citeEvent = (answer: AnswerBuilder, { row }: EventDetail): number =>
  answer.cite({
    kind: 'event',
    title: code(row.externalId),
    detail: time(row.at),
    href: eventAddress({ eventType: row.eventType, environmentId: row.environmentId, id: row.externalId }),
  })

/** Explains what was decided of an event, and why. */
export async function explainTransaction(question: Question, answer: AnswerBuilder): Promise<void> {
  const place = await findEvent(question, answer)
  if (place === null) return
  const { reads, signal } = question
  const detail = await reads.events.get(place, { signal })
  const source = citeEvent(answer, detail)
  const { row } = detail
  if (row.decision === null)
    answer.add('Assistant.Sentence.EventUndecided', { event: code(row.externalId), at: time(row.at) }, source)
  else
    answer.add(
      'Assistant.Sentence.EventDecided',
      { event: code(row.externalId), decision: term('decision', row.decision), at: time(row.at) },
      source,
    )
  if (row.decision !== null) sayRule(answer, detail, source)
  sayScore(answer, detail, source)
  if (row.label !== null) answer.add('Assistant.Sentence.EventLabel', { label: term('label', row.label) }, source)
  const queue = detail.explanation.routing?.queue
  if (queue !== undefined) answer.add('Assistant.Sentence.EventQueue', { queue: text(queue) }, source)
}

function sayRule(answer: AnswerBuilder, { row, explanation }: EventDetail, source: number): void {
  if (row.rule === null) answer.add('Assistant.Sentence.EventNoRule', {}, source)
  else {
    const decider = explanation.rules.find(
      ({ rule, clauses }) => rule === row.rule && clauses.some(({ effect }) => effect === 'decide'),
    )
    const clause = decider?.clauses.find(({ effect }) => effect === 'decide')
    const ruleSource =
      decider === undefined
        ? source
        : answer.cite({
            kind: 'rule',
            title: text(row.rule),
            detail: number(decider.version),
            href: rulesAddress(row.eventType, { rule: decider.ruleId }),
          })
    answer.add(
      'Assistant.Sentence.EventClause',
      { clause: text(row.clause ?? clause?.clause ?? ''), rule: text(row.rule) },
      source,
      ruleSource,
    )
    for (const { text: condition, reads } of (clause?.conditions ?? []).slice(0, most.conditions)) {
      answer.add('Assistant.Sentence.EventCondition', { condition: code(condition) }, source)
      for (const { name, value } of reads.slice(0, most.conditions))
        answer.add('Assistant.Sentence.EventRead', { name: code(name), value: text(value) }, source)
    }
  }
  if (row.reason !== '') answer.add('Assistant.Sentence.EventReason', { reason: text(row.reason) }, source)
}

function sayScore(answer: AnswerBuilder, { row, explanation }: EventDetail, source: number): void {
  if (row.riskScore < 0) return
  answer.add('Assistant.Sentence.EventScore', { score: number(row.riskScore) }, source)
  for (const { code: signal, points } of explanation.contributions
    .filter(each => each.points !== 0)
    .slice(0, most.signals))
    answer.add(
      points > 0 ? 'Assistant.Sentence.EventRaised' : 'Assistant.Sentence.EventLowered',
      { signal: term('signal', signal), points: number(Math.abs(points)) },
      source,
    )
}

/** Says how many other events share something with one. */
export async function linkedTransactions(question: Question, answer: AnswerBuilder): Promise<void> {
  const place = await findEvent(question, answer)
  if (place === null) return
  await sayLinks(question, answer, place)
}

async function sayLinks({ reads, signal }: Question, answer: AnswerBuilder, place: EventPlace): Promise<void> {
  const groups = await reads.events.linked(place, { signal })
  const source = answer.cite({ kind: 'event', title: code(place.id), href: eventAddress(place) })
  const linked = groups.filter(({ total }) => total > 0)
  if (linked.length === 0) {
    answer.add('Assistant.Sentence.LinkedNone', { event: code(place.id) }, source)
    return
  }
  for (const { type, total, events } of linked.slice(0, most.types)) {
    answer.add('Assistant.Sentence.LinkedBy', { count: count(total), entity: term('entity', type) }, source)
    const [latest] = events
    if (latest?.decision)
      answer.add(
        'Assistant.Sentence.LinkedLatest',
        { event: code(latest.externalId), decision: term('decision', latest.decision) },
        answer.cite({
          kind: 'event',
          title: code(latest.externalId),
          detail: time(latest.at),
          href: eventAddress({
            eventType: latest.eventType,
            environmentId: latest.environmentId,
            id: latest.externalId,
          }),
        }),
      )
  }
}
