import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { useIntl } from 'react-intl'
import { FieldCounter } from '../../forms/field/field.tsx'
import { Textarea } from '../../forms/textarea/textarea.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

interface ChatComposerProps {
  text: string
  onTextChange: (text: string) => void
  onSend: () => void
  /** An answer arrives: it can be stopped, and nothing is sent meanwhile. */
  streaming: boolean
  onStop: (() => void) | undefined
  maxLength: number
  placeholder: string | undefined
  /** Why nothing can be sent. */
  unavailable: ReactNode
  note: ReactNode
  field: RefObject<HTMLTextAreaElement | null>
}

/** The field for a question, which grows with it. */
export function ChatComposer({
  text,
  onTextChange,
  onSend,
  streaming,
  onStop,
  maxLength,
  placeholder,
  unavailable,
  note,
  field,
}: ChatComposerProps) {
  const intl = useIntl()
  const id = useId()
  const length = text.trim().length
  const blocked = unavailable !== undefined
  const canSend = length > 0 && length <= maxLength && !streaming && !blocked
  const send = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends a composition of Japanese or Korean letters is not for the message.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (canSend) onSend()
  }
  return (
    <div className="flex flex-col gap-1 border-bs border-line-subtle p-3">
      <div className="flex items-end gap-2">
        <Textarea
          ref={field}
          rows={1}
          value={text}
          readOnly={blocked}
          invalid={length > maxLength}
          placeholder={placeholder}
          aria-label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Message' })}
          aria-describedby={`${id}-note`}
          onChange={event => onTextChange(event.target.value)}
          onKeyDown={send}
          className="max-h-[10rem] min-h-control flex-1 field-sizing-content resize-none"
        />
        {streaming ? (
          <IconButton
            variant="secondary"
            icon={Square}
            iconSize={12}
            disabled={onStop === undefined}
            label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Stop' })}
            onClick={() => {
              onStop?.()
              // The button becomes the one that sends, which has nothing to send.
              field.current?.focus()
            }}
          />
        ) : (
          <IconButton
            variant="secondary"
            icon={ArrowUp}
            disabled={!canSend}
            label={intl.formatMessage({ id: 'DesignSystem.ChatThread.Send' })}
            onClick={() => {
              onSend()
              field.current?.focus()
            }}
          />
        )}
      </div>
      <div id={`${id}-note`} className="flex items-baseline justify-between gap-2 text-xs text-fg-secondary">
        <span className={blocked ? 'text-warning-text' : undefined}>{unavailable ?? note}</span>
        <FieldCounter used={length} limit={maxLength} className="shrink-0 whitespace-nowrap" />
      </div>
    </div>
  )
}
