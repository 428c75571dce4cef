import { type ChatMessage, Link } from '@assay/design-system'
import type { AssistantAnswer, ConversationEntry } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { answerParagraphs } from '../answer/answer-sentences.ts'
import { type AnswerLanguage, valueText } from '../answer/answer-values.ts'
import { DraftBox } from '../answer/draft-box.tsx'
import { pageName } from '../answer/page-names.ts'
import { sourceIcons } from '../answer/source-icons.ts'
import type { OpenQuestion } from './use-conversation.ts'

/** What the messages of a conversation are written with. */
export interface MessageLanguage extends AnswerLanguage {
  /** Address of a page in the environment of the conversation. */
  hrefOf: (href: string) => string
}

function answerResult({ draft, links }: AssistantAnswer, { intl, hrefOf }: MessageLanguage): ReactNode {
  if (draft === undefined && links.length === 0) return undefined
  return (
    <>
      {draft === undefined ? null : <DraftBox draft={draft} hrefOf={hrefOf} />}
      {links.length === 0 ? null : (
        <ul className="flex flex-col">
          {links.map(({ page, href }) => (
            <li key={href}>
              <Link variant="standalone" href={hrefOf(href)}>
                <FormattedMessage id="Assistant.OpenPage" values={{ page: pageName(intl, page) }} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const questionMessage = (id: string, text: string): ChatMessage => ({
  id: `${id} question`,
  from: 'user',
  text,
  // What somebody wrote has no marks.
  content: text.split(/\n+/).map(line => ({ runs: [{ kind: 'text', text: line }] })),
})

/** A stored question and its answer. */
export function entryMessages({ id, question, answer, rating }: ConversationEntry, language: MessageLanguage) {
  const { intl, format, hrefOf } = language
  const result = answerResult(answer, language)
  const reply: ChatMessage = {
    id,
    from: 'assistant',
    text: '',
    content: answerParagraphs(answer.sentences, answer.phrasing, language),
    state: answer.stopped ? 'stopped' : 'done',
    sources: answer.sources.map(source => ({
      id: String(source.id),
      title: valueText(source.title, language),
      href: hrefOf(source.href),
      icon: sourceIcons[source.kind],
      ...(source.detail === undefined ? {} : { detail: valueText(source.detail, language) }),
    })),
    sourcesNote: intl.formatMessage(
      { id: 'Assistant.ReadAt' },
      { time: format.time(answer.readAt, format.timeZone, false) },
    ),
    ...(result === undefined ? {} : { result }),
    ...(rating === null ? {} : { feedback: rating === 'up' ? 'helpful' : 'unhelpful' }),
  }
  return [questionMessage(id, question), reply]
}

/** A question whose answer arrives, was stopped, or failed. */
export function openMessages({ id, question, sentences, state }: OpenQuestion, language: MessageLanguage) {
  const key = id ?? 'open'
  const reply: ChatMessage = {
    id: key,
    from: 'assistant',
    text: '',
    // Its sources arrive with the whole answer.
    content: answerParagraphs(sentences, undefined, language).map(({ runs }) => ({
      runs: runs.filter(({ kind }) => kind !== 'citation'),
    })),
    state,
    ...(state === 'failed' ? { error: <FormattedMessage id="Assistant.NotAvailable" /> } : {}),
  }
  return [questionMessage(key, question), reply]
}
