import { CircleX, RotateCw, Sparkles, ThumbsDown, ThumbsUp } from 'lucide-react'
import { type MouseEvent, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CopyButton } from '../../data-display/copyable-id/copyable-id.tsx'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { Link } from '../../primitives/link/link.tsx'
import { Spinner } from '../../primitives/spinner/spinner.tsx'
import {
  type ChatFeedback,
  type ChatMessage,
  type ChatParagraph,
  type ChatSource,
  plainMessageText,
} from './chat-model.ts'
import { type ChatRun, parseChatText } from './chat-text.ts'

interface RunProps {
  run: ChatRun
  onCitation: (number: number, event: MouseEvent<HTMLElement>) => void
}

function Run({ run, onCitation }: RunProps) {
  const intl = useIntl()
  if (run.kind === 'citation')
    return (
      <button
        type="button"
        aria-label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Source' }, { number: run.number })}
        onClick={event => onCitation(run.number, event)}
        className="focus-ring relative mx-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-chip border border-accent-border px-1 text-2xs font-medium text-accent-text after:absolute after:-inset-1 hover:bg-surface-hover"
      >
        {intl.formatNumber(run.number)}
      </button>
    )
  // Often a name of the data, in letters of its own: the paragraph has the direction of the words around it.
  if (run.kind === 'strong')
    return (
      <strong className="font-semibold">
        <bdi>{run.text}</bdi>
      </strong>
    )
  if (run.kind === 'code')
    return (
      <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
        {run.text}
      </bdi>
    )
  return run.text
}

interface ChatTextProps {
  text: string
  sources?: number
  onCitation?: RunProps['onCitation']
}

/** Text of a message. Each paragraph has the direction of its own letters. */
export function ChatText({ text, sources = 0, onCitation = () => undefined }: ChatTextProps) {
  return parseChatText(text, sources).map((lines, index) => (
    <p key={index} dir="auto" className="mbs-2 wrap-anywhere first:mbs-0">
      {lines.map((runs, line) => (
        <span key={line} className="contents">
          {line > 0 ? <br /> : null}
          {runs.map((run, part) => (
            <Run key={part} run={run} onCitation={onCitation} />
          ))}
        </span>
      ))}
    </p>
  ))
}

interface ChatParagraphsProps {
  content: readonly ChatParagraph[]
  onCitation: RunProps['onCitation']
}

/** Sentences of an answer in their parts; those without a source are muted. */
function ChatParagraphs({ content, onCitation }: ChatParagraphsProps) {
  return content.map(({ runs, muted = false }, index) => (
    <p key={index} dir="auto" className={cn('mbs-2 wrap-anywhere first:mbs-0', muted && 'text-fg-secondary')}>
      {runs.map((run, part) => (
        <Run key={part} run={run} onCitation={onCitation} />
      ))}
    </p>
  ))
}

function SourceEntry({ source, number, id }: { source: ChatSource; number: number; id: string }) {
  const intl = useIntl()
  const { title, detail, href, icon } = source
  return (
    <li
      id={id}
      // A citation moves the focus here where the source is no link.
      {...(href === undefined ? { tabIndex: -1 } : {})}
      className="focus-ring flex min-h-control-sm min-w-0 items-center gap-2 rounded-chip"
    >
      <span
        aria-hidden
        className="inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-chip border border-line px-1 text-2xs text-fg-secondary"
      >
        {intl.formatNumber(number)}
      </span>
      {icon ? <Icon icon={icon} className="text-fg-muted" /> : null}
      <span className="min-w-0 flex-1 wrap-anywhere">
        {href === undefined ? <bdi>{title}</bdi> : <Link href={href}>{title}</Link>}
      </span>
      {detail === undefined ? null : <bdi className="text-xs text-fg-secondary">{detail}</bdi>}
    </li>
  )
}

export interface ChatAnswerProps {
  message: ChatMessage
  onRetry: (() => void) | undefined
  onFeedback: ((feedback: ChatFeedback | undefined) => void) | undefined
}

/** An answer of the assistant: its text with sources, what it resulted in, how it ended, and what can be done with it. */
export function ChatAnswer({ message, onRetry, onFeedback }: ChatAnswerProps) {
  const intl = useIntl()
  const id = useId()
  const { text, content, state = 'done', sources = [], sourcesNote, result, error, feedback } = message
  const streaming = state === 'streaming'
  const empty = content ? content.length === 0 : text === ''
  const focusSource = (number: number) => {
    const entry = document.getElementById(`${id}-${number}`)
    const target = entry?.querySelector<HTMLElement>('a') ?? entry
    target?.focus()
  }
  const choose = (one: ChatFeedback) => onFeedback?.(feedback === one ? undefined : one)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex items-center gap-1.5 text-xs text-fg-secondary">
        <Icon icon={Sparkles} size={12} />
        <FormattedMessage id="DesignSystem.ChatThread.Generated" />
      </p>
      {empty ? null : (
        <div>
          {content ? (
            <ChatParagraphs content={content} onCitation={focusSource} />
          ) : (
            <ChatText text={text} sources={sources.length} onCitation={focusSource} />
          )}
        </div>
      )}
      {streaming ? (
        <p className="flex items-center gap-1.5 text-xs text-fg-secondary">
          <Spinner size={12} />
          <FormattedMessage id={empty ? 'DesignSystem.ChatThread.Thinking' : 'DesignSystem.ChatThread.Writing'} />
        </p>
      ) : null}
      {state === 'stopped' ? (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id="DesignSystem.ChatThread.Stopped" />
        </p>
      ) : null}
      {state === 'failed' ? (
        <div className="flex items-start gap-1.5 rounded-chip border border-transparent bg-danger-subtle px-3 py-2">
          <Icon icon={CircleX} className="my-0.5 text-danger-text" />
          <div className="min-w-0 wrap-anywhere">
            <p className="font-medium">
              <FormattedMessage id="DesignSystem.ChatThread.Failed" />
            </p>
            {error === undefined ? null : <p className="text-fg-secondary">{error}</p>}
          </div>
        </div>
      ) : null}
      {result}
      {sources.length > 0 ? (
        <div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-2 text-xs text-fg-secondary">
            <p id={`${id}-sources`} className="font-medium">
              <FormattedMessage id="DesignSystem.ChatThread.Sources" />
            </p>
            {sourcesNote === undefined ? null : <span>{sourcesNote}</span>}
          </div>
          <ol aria-labelledby={`${id}-sources`} className="mbs-1">
            {sources.map((source, index) => (
              <SourceEntry key={source.id} source={source} number={index + 1} id={`${id}-${index + 1}`} />
            ))}
          </ol>
        </div>
      ) : null}
      {streaming ? null : (
        <div className="flex flex-wrap items-center gap-1">
          {empty ? null : (
            <CopyButton
              value={plainMessageText(message)}
              label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Answer' })}
            />
          )}
          {onFeedback && state !== 'failed' ? (
            <>
              <IconButton
                size="sm"
                icon={ThumbsUp}
                iconSize={12}
                pressed={feedback === 'helpful'}
                label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Helpful' })}
                onClick={() => choose('helpful')}
              />
              <IconButton
                size="sm"
                icon={ThumbsDown}
                iconSize={12}
                pressed={feedback === 'unhelpful'}
                label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Unhelpful' })}
                onClick={() => choose('unhelpful')}
              />
            </>
          ) : null}
          {onRetry && state !== 'done' ? (
            <Button size="sm" start={<Icon icon={RotateCw} size={12} />} onClick={onRetry}>
              <FormattedMessage id="DesignSystem.ChatThread.Retry" />
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}
