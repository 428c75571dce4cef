import type { ChatParagraph, ChatRun } from '@assay/design-system'
import { type AnswerSentence, type AnswerValue, type SentenceKey, sentences } from '@assay/risk-service/contract'
import { type AnswerLanguage, markedValue } from './answer-values.ts'
import { markStrong, runsOf, withoutMarks } from './marked-text.ts'
import { termName } from './term-names.ts'

/** Names in a sentence stand out as its figures do; longer texts are quoted. */
const longestName = 60

/** Assessments of the product, as the service names them; those of the tenant have names of their own. */
const builtInAssessments: Readonly<Record<string, string>> = {
  Purchase: 'purchase',
  'Account creation': 'accountcreation',
  'Account login': 'accountlogin',
}

/** A value in a sentence: figures and names of the tenant's data are emphasised. */
function emphasised(name: string, value: AnswerValue, language: AnswerLanguage): string {
  const builtIn = name === 'assessment' && value.kind === 'text' ? builtInAssessments[value.value] : undefined
  if (builtIn !== undefined) return markStrong(termName(language.intl, 'assessment', builtIn))
  const text = markedValue(value, language)
  const isFigure =
    value.kind === 'count' ||
    value.kind === 'number' ||
    value.kind === 'percentage' ||
    value.kind === 'duration' ||
    value.kind === 'money'
  const isName = value.kind === 'text' && name !== 'text' && value.value.length <= longestName
  return isFigure || isName ? markStrong(text) : text
}

/** The values that a message reads as numbers, because they decide the form of the words beside them. */
function countsOf({ message, values }: AnswerSentence): Record<string, number> {
  const shape: Readonly<Record<string, string>> = sentences[message as SentenceKey]?.values ?? {}
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value.kind === 'count' && shape[name] === 'count' ? [[name, value.value]] : [],
    ),
  )
}

/** A sentence as a marked text: its message, or what a model wrote, with the values of the answer. */
function sentenceText(sentence: AnswerSentence, phrasing: string | undefined, language: AnswerLanguage): string {
  const values = Object.fromEntries(
    Object.entries(sentence.values).map(([name, value]) => [name, emphasised(name, value, language)]),
  )
  return phrasing === undefined
    ? language.intl.formatMessage({ id: sentence.message }, { ...values, ...countsOf(sentence) })
    : withoutMarks(phrasing).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Sentences of an answer in their parts. One that cites nothing is muted. */
export function answerParagraphs(
  sentences: readonly AnswerSentence[],
  phrasing: readonly string[] | undefined,
  language: AnswerLanguage,
): ChatParagraph[] {
  return sentences.map((sentence, index) => {
    const text = sentenceText(sentence, phrasing?.[index], language)
    const citations = sentence.sources.flatMap((number): ChatRun[] => [
      { kind: 'text', text: ' ' },
      { kind: 'citation', number },
    ])
    return { runs: [...runsOf(text), ...citations], muted: sentence.sources.length === 0 }
  })
}
