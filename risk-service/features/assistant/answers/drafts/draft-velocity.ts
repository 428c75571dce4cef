import { quoted } from '../../../../contract/search/print-condition.ts'
import type { AnswerBuilder } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { attributePath } from './attribute-paths.ts'
import { addDraft, comparisonsOf, problemsOf, sayFields } from './draft-clause.ts'

const page = '/data/velocities'
const eventNames: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  accountcreation: 'AccountCreation',
  accountlogin: 'AccountLogin',
}
const aggregates = { count: 'Count', sum: 'Sum', distinct: 'DistinctCount' } as const

/** A name of the language from words. */
const identifier = (...words: readonly string[]): string =>
  words
    .flatMap(word => word.split(/\W+/))
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
    .slice(0, 60)

/** Drafts a velocity, checked as the editor of velocities checks it. Its window is written where rules read it. */
export async function draftVelocity(question: Question, answer: AnswerBuilder): Promise<void> {
  const { environmentId, reads, signal } = question
  const { slots } = question.recognition
  const eventType = slots.assessment ?? 'purchase'
  const { events } = await reads.velocities.vocabulary({ environmentId }, { signal })
  const event = events.find(({ name }) => name.toLowerCase() === (eventNames[eventType] ?? eventType).toLowerCase())
  if (event === undefined) {
    answer.add('Assistant.Sentence.NotFound', {})
    answer.link(page)
    return
  }
  const { aggregate = 'count', aggregated, groupedBy = 'userId' } = slots
  const group = attributePath(groupedBy, event.vocabulary)
  const value =
    aggregate === 'count'
      ? null
      : attributePath(aggregated ?? (aggregate === 'sum' ? 'amount' : 'userId'), event.vocabulary)
  const comparisons = comparisonsOf(slots.conditions ?? [], event.vocabulary)
  const unknown = [
    ...(group === null ? [groupedBy] : []),
    ...(aggregate !== 'count' && value === null ? [aggregated ?? 'amount'] : []),
    ...comparisons.unknown,
  ]
  const fields = [group, value, ...comparisons.fields].filter(each => each !== null)
  sayFields(answer, { fields, unknown }, eventType)
  if (group === null || (aggregate !== 'count' && value === null)) return
  // A list is counted by its first row: a velocity has one key for each event.
  const indexed = (path: string) =>
    path.replace(/^(paymentInstrumentList|paymentInstruments|email|phone|address)\./, '$1[0].')
  const name = identifier(aggregate === 'count' ? 'attempts' : aggregate, 'by', groupedBy)
  const when = comparisons.texts.length === 0 ? '' : `\nWHEN ${comparisons.texts.join(' && ')}`
  const text = `SELECT ${aggregates[aggregate]}(${value === null ? '' : `@${quoted(indexed(value))}`}) AS ${name}\nFROM ${event.name}${when}\nGROUPBY @${quoted(indexed(group))}`
  const { problems } = await reads.velocities.check(
    { environmentId, body: { name: 'Draft', description: '', condition: '', velocities: [{ text }] } },
    { signal },
  )
  addDraft(answer, { kind: 'velocity', text, problems: problemsOf(problems), openIn: { href: page, page } })
}
