import { ArrowDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { ChatAnswer, ChatText } from './chat-answer.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { type ChatFeedback, type ChatMessage, streamingMessage } from './chat-model.ts'
import { useSpokenAnswer } from './use-spoken-answer.ts'
import { useStickyEnd } from './use-sticky-end.ts'

const defaultMaxLength = 2000

export interface ChatThreadProps extends Omit<ComponentProps<'div'>, 'role' | 'children'> {
  /** Name of the conversation. */
  label: string
  /** The oldest first. An answer that arrives has the state `streaming`, and its text grows. */
  messages: readonly ChatMessage[]
  /** Called with the text of a new message. */
  onSend: (text: string) => void
  /** Stops the answer that arrives. */
  onStop?: () => void
  /** Asks for a stopped or failed answer again. */
  onRetry?: (id: string) => void
  /** Shows the buttons for an opinion on an answer; undefined withdraws it. */
  onFeedback?: (change: { id: string; feedback: ChatFeedback | undefined }) => void
  /** Text of the field. */
  value?: string
  /** Text that is initially in the input, for uncontrolled use. */
  defaultValue?: string
  /** Called with the text of the input after each change. */
  onValueChange?: (value: string) => void
  /** Questions to begin with: shown while there are no messages. */
  suggestions?: readonly string[]
  /** What the assistant can answer: shown while there are no messages. */
  introduction?: ReactNode
  /** Shown in the empty input. */
  placeholder?: string
  /** Under the field: where the answers come from. */
  note?: ReactNode
  /** Why nothing can be sent: a limit, no connection. */
  unavailable?: ReactNode
  /** Maximum length of a message. */
  maxLength?: number
}

/** A conversation with an assistant: questions, answers with their sources, and the field for the next question. */
export function ChatThread({
  label,
  messages,
  onSend,
  onStop,
  onRetry,
  onFeedback,
  value,
  defaultValue = '',
  onValueChange,
  suggestions = [],
  introduction,
  placeholder,
  note,
  unavailable,
  maxLength = defaultMaxLength,
  className,
  onKeyDown,
  ...props
}: ChatThreadProps) {
  const intl = useIntl()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const log = useRef<HTMLDivElement>(null)
  useUniqueIds('ChatThread', 'messages', messages)
  const [text, setText] = useControllable({ value, defaultValue, onValueChange })
  const { atEnd, scrollToEnd } = useStickyEnd(log, messages)
  useSpokenAnswer(messages)
  const streaming = streamingMessage(messages) !== undefined

  const send = (message: string) => {
    onSend(message.trim())
    setText('')
    scrollToEnd()
  }

  return (
    // Key events bubble from the controls inside: the group itself is not focusable.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- listens to the keys of the controls inside
    <div
      role="group"
      data-slot="chat-thread"
      aria-label={label}
      onKeyDown={event => {
        onKeyDown?.(event)
        if (event.key !== 'Escape' || event.defaultPrevented || !streaming || !onStop) return
        // Escape stops the answer first, then closes the panel around it.
        event.preventDefault()
        event.stopPropagation()
        onStop()
      }}
      className={cn('flex min-h-0 min-w-0 flex-col text-sm text-fg', className)}
      {...props}
    >
      <div className="relative flex min-h-0 flex-1 flex-col">
        {/* Announced in sentences by the announcer: as a live region of its own it would be read at every word. */}
        <div
          ref={log}
          role="log"
          aria-live="off"
          aria-label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Log' })}
          aria-busy={streaming || undefined}
          // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- the keyboard scrolls it
          tabIndex={0}
          className="focus-ring-inset flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-3"
        >
          {messages.length === 0 ? (
            <div className="m-auto flex max-w-md flex-col gap-2 py-4">
              {introduction ? <div className="text-fg-secondary">{introduction}</div> : null}
              {suggestions.length > 0 ? (
                <ul
                  aria-label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Suggestions' })}
                  className="flex flex-col gap-1"
                >
                  {suggestions.map(suggestion => (
                    <li key={suggestion}>
                      <Button
                        disabled={unavailable !== undefined}
                        onClick={() => {
                          send(suggestion)
                          field.current?.focus()
                        }}
                        className="h-fit min-h-control w-full justify-start py-1 text-start whitespace-normal"
                      >
                        {suggestion}
                      </Button>
                    </li>
                  ))}
                </ul>
              ) : null}
            </div>
          ) : null}
          {messages.map((message, index) => (
            <article key={message.id} aria-labelledby={`${id}-${index}`} className="flex min-w-0 flex-col">
              <span id={`${id}-${index}`} className="sr-only">
                <FormattedMessage
                  id={message.from === 'user' ? 'DesignSystem.ChatThread.You' : 'DesignSystem.ChatThread.Assistant'}
                />
              </span>
              {message.from === 'user' ? (
                <div className="ms-auto max-w-[85%] min-w-0 rounded-card border border-transparent bg-surface-selected px-3 py-2">
                  <ChatText text={message.text} />
                </div>
              ) : (
                <ChatAnswer
                  message={message}
                  onRetry={
                    onRetry
                      ? () => {
                          onRetry(message.id)
                          field.current?.focus()
                        }
                      : undefined
                  }
                  onFeedback={onFeedback ? feedback => onFeedback({ id: message.id, feedback }) : undefined}
                />
              )}
            </article>
          ))}
        </div>
        {atEnd ? null : (
          <Button
            size="sm"
            start={<Icon icon={ArrowDown} size={12} />}
            onClick={() => {
              scrollToEnd()
              log.current?.focus()
            }}
            className="absolute inset-x-0 inset-be-2 mx-auto w-fit shadow-2"
          >
            <FormattedMessage id="DesignSystem.ChatThread.ToEnd" />
          </Button>
        )}
      </div>
      <ChatComposer
        text={text}
        onTextChange={setText}
        onSend={() => send(text)}
        {...{ streaming, onStop, maxLength, placeholder, unavailable, note, field }}
      />
    </div>
  )
}
