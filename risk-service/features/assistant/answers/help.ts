import { type HelpTopicName, helpTopicNames, helpTopics } from '../../../contract/assistant/help-topics.ts'
import { type AnswerBuilder, code, term } from './answer-builder.ts'
import type { Question } from './question.ts'

/** Topics that an answer names at most. */
const mostTopics = 3

const isTopic = (name: string | undefined): name is HelpTopicName =>
  name !== undefined && Object.hasOwn(helpTopics, name)
const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 2)

/** Topics whose texts have words of a question, the best first. */
function searchTopics(question: string): HelpTopicName[] {
  const asked = new Set(words(question))
  return helpTopicNames
    .map(name => {
      const { english } = helpTopics[name]
      const named = words(name.replace(/[A-Z]/g, ' $&')).filter(word => asked.has(word)).length
      const mentioned = new Set(words(english).filter(word => asked.has(word))).size
      return { name, score: named * 5 + mentioned }
    })
    .filter(({ score }) => score >= 2)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostTopics)
    .map(({ name }) => name)
}

const topicsOfPage = (page: string | undefined): HelpTopicName[] =>
  page === undefined ? [] : helpTopicNames.filter(name => helpTopics[name].page === page)

function sayTopics(answer: AnswerBuilder, topics: readonly HelpTopicName[]): void {
  for (const name of topics.slice(0, mostTopics)) {
    const { message, page, guide } = helpTopics[name]
    const source = answer.cite({ kind: 'help', title: term('helpTopic', name), detail: code(guide), href: page })
    answer.explain(message, source)
    answer.link(page)
  }
}

/** Explains how something is done. */
export function answerHelp({ text, recognition: { slots } }: Question, answer: AnswerBuilder): void {
  const topics = isTopic(slots.topic) ? [slots.topic] : [...topicsOfPage(slots.page), ...searchTopics(text)]
  if (topics.length > 0) return sayTopics(answer, [...new Set(topics)].slice(0, isTopic(slots.topic) ? 1 : mostTopics))
  answer.say('Assistant.Sentence.NotFound', {})
  if (slots.page !== undefined) answer.link(slots.page)
}

/** Answers a question that was not understood with the topics of the help that have its words. */
export function answerUnknown({ text, recognition: { slots } }: Question, answer: AnswerBuilder): void {
  const topics = [...new Set([...topicsOfPage(slots.page), ...searchTopics(text)])]
  if (topics.length === 0) {
    answer.say('Assistant.Sentence.NotFound', {})
    return
  }
  answer.say('Assistant.Sentence.Unknown', {})
  sayTopics(answer, topics)
}
