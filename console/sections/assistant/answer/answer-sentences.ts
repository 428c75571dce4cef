import type { ChatParagraph, ChatRun } from '@assay/design-system'
import type { AnswerSentence } from '@assay/risk-service/contract'
import { type AnswerLanguage, markedValue } from './answer-values.ts'
import { markStrong, runsOf, withoutMarks } from './marked-text.ts'

/** A sentence as a marked text: its message, or what a model wrote, with the values of the answer. */
function sentenceText({ message, values }: AnswerSentence, phrasing: string | undefined, language: AnswerLanguage) {
  const marked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, markedValue(value, language)]))
  if (phrasing !== undefined)
    return withoutMarks(phrasing).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => marked[name] ?? placeholder)
  // Counts stay numbers: they decide the form of the words beside them.
  const counts = Object.entries(values).flatMap(([name, value]) => (value.kind === 'count' ? [[name, value.value]] : []))
  return language.intl.formatMessage(
    { id: message },
    {
      ...marked,
      ...(Object.fromEntries(counts) as Record<string, number>),
      b: (parts: unknown[]) => markStrong(parts.join('')),
    },
  )
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
    return { runs: [...runsOf(String(text)), ...citations], muted: sentence.sources.length === 0 }
  })
}
