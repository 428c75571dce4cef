import { helpParameter } from '../../../contract/assistant/assistant-definitions.ts'
import { type HelpTopicName, helpTopicNames, helpTopics } from '../../../contract/assistant/help-topics.ts'
import { pageAddress } from '../composition/addresses.ts'
import { type AnswerBuilder, code, term } from '../composition/answer-builder.ts'
import type { Question } from '../composition/question.ts'

/** Topics that an answer names at most. */
const mostTopics = 3

/** The topic of the help for each subject that a question can have. */
const topicOfSubject: Readonly<Record<string, HelpTopicName>> = {
  routing: 'routingRule',
  velocity: 'velocity',
  function: 'function',
  note: 'transaction',
  log: 'activityLog',
  queue: 'queue',
  case: 'caseReview',
  list: 'list',
  clause: 'language',
  rule: 'rule',
  environment: 'environment',
  access: 'access',
  cutoff: 'scoreReport',
  score: 'score',
  filter: 'search',
  find: 'search',
  chargeback: 'report',
  rate: 'report',
  transaction: 'transaction',
  customer: 'search',
}
const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 2)

/** Topics whose names or texts have words of a question, the best first. `named`: those whose name is in it. */
function searchTopics(question: string): { name: HelpTopicName; named: boolean }[] {
  const requested = new Set(words(question))
  return helpTopicNames
    .map(name => {
      const { english } = helpTopics[name]
      const own = words(name.replace(/[A-Z]/g, ' $&'))
      const hits = own.filter(word => requested.has(word) || requested.has(`${word}s`)).length
      const mentioned = new Set(words(english).filter(word => requested.has(word))).size
      return { name, named: hits === own.length, score: hits * 5 + mentioned }
    })
    .filter(({ score }) => score >= 2)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostTopics)
}

/** The topics of a question: those that it names, the one of its subject, then those with its words. */
function topicsOf({ text, recognition: { slots } }: Question): HelpTopicName[] {
  const found = searchTopics(text)
  const subject = slots.topic === undefined ? undefined : topicOfSubject[slots.topic]
  return [
    ...new Set([
      ...found.filter(({ named }) => named).map(({ name }) => name),
      ...(subject === undefined ? [] : [subject]),
      ...topicsOfPage(slots.page),
      ...found.map(({ name }) => name),
    ]),
  ]
}

const topicsOfPage = (page: string | undefined): HelpTopicName[] =>
  page === undefined ? [] : helpTopicNames.filter(name => helpTopics[name].page === page)

/** The topic itself, over the page where it is done. */
const helpAddress = (name: HelpTopicName): string => pageAddress(helpTopics[name].page, { [helpParameter]: name })

function sayTopics(answer: AnswerBuilder, topics: readonly HelpTopicName[]): void {
  for (const name of topics.slice(0, mostTopics)) {
    const { message, page, guide } = helpTopics[name]
    const source = answer.cite({
      kind: 'help',
      title: term('helpTopic', name),
      detail: code(guide),
      href: helpAddress(name),
    })
    answer.explain(message, source)
    answer.link(page)
  }
}

/** Explains how something is done. */
export function answerHelp(question: Question, answer: AnswerBuilder): void {
  const topics = topicsOf(question)
  const { page, topic } = question.recognition.slots
  if (topics.length > 0) return sayTopics(answer, topics.slice(0, topic === undefined ? mostTopics : 1))
  answer.add('Assistant.Sentence.NotFound', {})
  if (page !== undefined) answer.link(page)
}

/** Answers a question that was not understood with the topics of the help that have its words. */
export function answerUnknown(question: Question, answer: AnswerBuilder): void {
  const topics = topicsOf(question)
  if (topics.length === 0) {
    answer.add('Assistant.Sentence.NotFound', {})
    return
  }
  answer.add('Assistant.Sentence.Unknown', {})
  sayTopics(answer, topics)
}
