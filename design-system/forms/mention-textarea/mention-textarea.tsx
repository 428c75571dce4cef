import * as Radix from 'radix-ui/popover'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { popupClasses } from '../input/popup-classes.ts'
import { Textarea, type TextareaProps } from '../textarea/textarea.tsx'
import { completeMention, type MentionQuery, mentionAt } from './mention-query.ts'

/** Somebody who can be mentioned. */
export interface MentionOption {
  /** Text that follows the `@` once the option is chosen; unique in the list. */
  value: string
  /** Name of the person. */
  label: string
  /** Second line: address, role, or why a mention has no effect. */
  description?: string
}

export interface MentionTextareaProps extends Omit<TextareaProps, 'value' | 'defaultValue' | 'onChange'> {
  /** The text. */
  value: string
  /** Called with the text after each change. */
  onValueChange: (value: string) => void
  /** People for the mention that is typed, best first. */
  options: readonly MentionOption[]
  /** Called with the text behind an `@` while a mention is typed, and with `null` when none is. */
  onMentionSearch: (query: string | null) => void
  /** Name of the list of people. */
  listLabel: string
  /** Text that is shown while there is none. */
  placeholder?: string | undefined
}

/** Several lines of text in which `@` and a name mention somebody: a list offers people, the focus stays in the text. */
export function MentionTextarea({
  value,
  onValueChange,
  options,
  onMentionSearch,
  listLabel,
  className,
  ref,
  onKeyDown,
  onSelect,
  onBlur,
  ...props
}: MentionTextareaProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const nextCaret = useRef<number | null>(null)
  const [query, setQuery] = useState<MentionQuery>()
  /** Position of the `@` whose list was closed with Escape. */
  const [dismissed, setDismissed] = useState<number>()
  const [active, setActive] = useState(0)
  const typing = query !== undefined && query.from !== dismissed
  const open = typing && options.length > 0
  const current = Math.min(active, options.length - 1)

  const track = (text: string, caret: number) => {
    const next = mentionAt(text, caret)
    if (next?.from === query?.from && next?.text === query?.text) return
    setQuery(next)
    setActive(0)
    if (next?.from !== dismissed) setDismissed(undefined)
    onMentionSearch(next === undefined || next.from === dismissed ? null : next.text)
  }
  const close = () => {
    setQuery(undefined)
    onMentionSearch(null)
  }
  const pick = (option: MentionOption | undefined) => {
    if (query === undefined || option === undefined) return
    const completed = completeMention(value, query, option.value)
    nextCaret.current = completed.caret
    onValueChange(completed.text)
    close()
    field.current?.focus()
  }
  // The new text has to be in the field before the caret can stand behind the name.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  }, [value])
  const count = open ? options.length : undefined
  useEffect(() => {
    if (count === undefined) return undefined
    const timer = setTimeout(() => announce(intl.formatMessage({ id: 'DesignSystem.Combobox.Count' }, { count })), 300)
    return () => clearTimeout(timer)
  }, [count, announce, intl])

  const handleKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (open && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) {
        event.preventDefault()
        setActive((current + step + options.length) % options.length)
        return
      }
      if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
        event.preventDefault()
        pick(options[current])
        return
      }
      if (event.key === 'Escape') {
        // Escape closes the list first, then what is around the field.
        event.preventDefault()
        event.stopPropagation()
        setDismissed(query.from)
        onMentionSearch(null)
        return
      }
    }
    onKeyDown?.(event)
  }

  return (
    <Radix.Root open={open} onOpenChange={next => (next ? undefined : close())}>
      <Radix.Anchor asChild>
        <div ref={box} data-slot="mention-textarea" className={cn('flex min-w-0', className)}>
          <Textarea
            {...props}
            ref={mergeRefs(field, ref)}
            value={value}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={open ? listId : undefined}
            aria-activedescendant={open ? `${listId}-${current}` : undefined}
            onChange={event => {
              onValueChange(event.target.value)
              track(event.target.value, event.target.selectionStart)
            }}
            onSelect={event => {
              onSelect?.(event)
              const { value: text, selectionStart, selectionEnd } = event.currentTarget
              if (selectionStart === selectionEnd) track(text, selectionStart)
            }}
            onBlur={event => {
              onBlur?.(event)
              if (query !== undefined) close()
            }}
            onKeyDown={handleKeys}
          />
        </div>
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          data-slot="mention-popup"
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={event => event.preventDefault()}
          onCloseAutoFocus={event => event.preventDefault()}
          onInteractOutside={event => {
            if (event.target instanceof Node && box.current?.contains(event.target)) event.preventDefault()
          }}
          className={cn(popupClasses, 'w-(--radix-popover-trigger-width) min-w-nav overflow-hidden')}
        >
          <div id={listId} role="listbox" aria-label={listLabel} className="max-h-[16rem] overflow-y-auto p-1">
            {options.map((option, index) => (
              // The keys of an option are handled by the text field, which retains the focus (aria-activedescendant).
              // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/interactive-supports-focus -- the text field has the focus and the keys
              <div
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === current}
                onPointerMove={() => setActive(index)}
                onPointerDown={event => event.preventDefault()}
                onClick={() => pick(option)}
                data-active={index === current || undefined}
                className="flex min-h-8 flex-col justify-center rounded-control border border-transparent px-2 py-1 select-none data-active:bg-surface-hover data-active:outline-2 data-active:-outline-offset-2 data-active:outline-focus"
              >
                <span className="truncate">
                  <bdi>{option.label}</bdi>
                </span>
                {option.description === undefined ? null : (
                  <span className="truncate text-xs text-fg-muted">
                    <bdi>{option.description}</bdi>
                  </span>
                )}
              </div>
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
