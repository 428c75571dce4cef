import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { Tag } from '../../primitives/tag/tag.tsx'
import { useFieldControl } from '../field/field.tsx'
import { controlVariants } from '../input/control-variants.ts'
import { stableKeys } from '../input/stable-keys.ts'
import { isDelimited, mergeTags, splitDelimited } from './delimited.ts'
import { useTagKeys } from './use-tag-keys.ts'

export interface TagInputProps
  extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'size' | 'onChange' | 'type'> {
  /** All entries, including invalid ones: no typed text is discarded. */
  value?: readonly string[]
  /** Initial entries, for uncontrolled use. */
  defaultValue?: readonly string[]
  /** Called with all entries. */
  onValueChange?: (value: readonly string[]) => void
  /** Returns the error of an entry and how to fix it; nothing when it is valid. */
  validate?: (tag: string) => string | undefined
  /** Normalises an entry, so that duplicates are found. */
  normalize?: (text: string) => string
  /** Spaces end an entry, too: for addresses and numbers, which contain none. */
  splitAtSpaces?: boolean
  /** Maximum number of visible tags; the number of the others is shown. */
  maxTags?: number
  /** Marks the field as wrong; a `Field` with an error does it, too. */
  invalid?: boolean
  /** Height: `sm` in bars and rows, `md` in forms. */
  size?: 'sm' | 'md'
}

/** Read after the text of an invalid tag. */
const spokenReason = (reason: string | undefined) => `, ${reason ?? ''}`
const endsEntry = new Set([',', ';', '،', '؛'])
/** Maximum number of reasons under the field; each tag has its own in any case. */
const reasonsShown = 3

/**
 * Input of a free list: e-mail addresses, IP addresses, card numbers. Enter or a comma adds; a pasted list becomes tags
 * at once.
 */
export function TagInput({
  value,
  defaultValue = [],
  onValueChange,
  validate,
  normalize,
  splitAtSpaces = false,
  maxTags = 200,
  invalid = false,
  size = 'md',
  className,
  id,
  ref,
  required,
  disabled,
  readOnly,
  placeholder,
  onBlur,
  onKeyDown,
  onPaste,
  ...props
}: TagInputProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const errorId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [tags, setTags] = useControllable<readonly string[]>({ value, defaultValue, onValueChange })
  const [text, setText] = useState('')
  const [repeated, setRepeated] = useState<readonly string[]>([])
  const tagKeys = useTagKeys()

  const wrong = validate
    ? tags.flatMap((tag, index) => {
        const reason = validate(tag)
        return reason === undefined ? [] : [{ tag, index, reason }]
      })
    : []
  const reasons = new Map(wrong.map(({ index, reason }) => [index, reason]))
  const control = useFieldControl({ ...props, id, required, invalid: invalid || wrong.length > 0 })
  const noted = wrong.length > 0 || repeated.length > 0
  const locked = disabled === true || readOnly === true
  const keys = stableKeys(tags.slice(0, maxTags))

  const add = (pieces: readonly string[]) => {
    const merged = mergeTags(tags, pieces, normalize)
    setText('')
    setRepeated(merged.duplicates)
    if (merged.added.length > 0) setTags(merged.tags)
    const bad = validate ? merged.added.filter(tag => validate(tag) !== undefined).length : 0
    if (merged.added.length + merged.duplicates.length > 0) {
      announce(
        intl.formatMessage(
          { id: 'DesignSystem.TagInput.Added' },
          { added: merged.added.length, repeated: merged.duplicates.length, wrong: bad },
        ),
      )
    }
  }
  const removeAt = (at: number) => {
    setTags(tags.filter((_tag, index) => index !== at))
    setRepeated([])
    announce(
      intl.formatMessage({ id: 'DesignSystem.TagInput.Removed' }, { name: tags[at] ?? '', count: tags.length - 1 }),
    )
  }
  /** Moves an entry back into the text, for editing. */
  const edit = (at: number) => {
    const rest = tags.filter((_tag, index) => index !== at)
    setTags(text.trim() === '' ? rest : mergeTags(rest, [text], normalize).tags)
    setText(tags[at] ?? '')
    input.current?.focus()
  }

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const ends = event.key === 'Enter' || endsEntry.has(event.key) || (event.key === ' ' && splitAtSpaces)
    if (!ends || (event.key === 'Enter' && text.trim() === '')) return
    event.preventDefault()
    if (text.trim() !== '') add(splitDelimited(text, splitAtSpaces))
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    onPaste?.(event)
    const pasted = event.clipboardData.getData('text')
    if (event.defaultPrevented || locked || !isDelimited(pasted, splitAtSpaces)) return
    event.preventDefault()
    add(splitDelimited(`${text} ${pasted}`, splitAtSpaces))
  }

  return (
    // Key events bubble from the field and the tags inside: the box itself is not focusable.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions -- listens to the keys of the controls inside
    <div
      data-slot="tag-input"
      data-tag-list
      onKeyDown={tagKeys}
      className={cn('flex min-w-0 flex-col gap-1', className)}
    >
      <div
        className={cn(
          controlVariants({ size, invalid: control.invalid }),
          'max-h-[12rem] flex-wrap gap-1 overflow-y-auto py-px ps-1',
        )}
      >
        {tags.length > 0 ? (
          // eslint-disable-next-line jsx-a11y-x/no-redundant-roles -- without bullets Safari does not take it for a list
          <ul role="list" className="contents">
            {tags.slice(0, maxTags).map((tag, index) => (
              <li key={keys[index]} className="flex max-w-full min-w-0">
                <Tag
                  name={tag}
                  invalid={reasons.has(index)}
                  disabled={disabled}
                  buttonTabIndex={-1}
                  {...(locked ? {} : { onRemove: () => removeAt(index), onActivate: () => edit(index) })}
                >
                  <bdi dir="ltr">{tag}</bdi>
                  {reasons.has(index) ? <span className="sr-only">{spokenReason(reasons.get(index))}</span> : null}
                </Tag>
              </li>
            ))}
          </ul>
        ) : null}
        {tags.length > maxTags ? (
          <span className="px-1 text-xs text-fg-muted">
            <FormattedMessage id="DesignSystem.TagInput.More" values={{ count: tags.length - maxTags }} />
          </span>
        ) : null}
        <input
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          {...props}
          {...control.aria}
          ref={mergeRefs(input, ref)}
          id={control.id}
          type="text"
          required={control.required && tags.length === 0}
          disabled={disabled}
          readOnly={readOnly}
          aria-describedby={
            [noted ? errorId : undefined, control.aria['aria-describedby']].filter(Boolean).join(' ') || undefined
          }
          placeholder={tags.length === 0 ? placeholder : undefined}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setRepeated([])
          }}
          onBlur={event => {
            onBlur?.(event)
            if (text.trim() !== '') add(splitDelimited(text, splitAtSpaces))
          }}
          onKeyDown={keyDown}
          onPaste={paste}
          className="min-h-control-sm min-w-[6rem] flex-1 border-0 bg-transparent px-1 in-[[dir=rtl]]:ltr:text-end outline-none placeholder:text-fg-muted disabled:text-fg-disabled"
        />
      </div>
      {noted ? (
        <div id={errorId} role="alert" className="text-xs">
          {wrong.slice(0, reasonsShown).map(({ tag, index, reason }) => (
            <p key={index} className="text-danger-text">
              <FormattedMessage
                id="DesignSystem.TagInput.Wrong"
                values={{
                  name: (
                    <bdi dir="ltr" className="break-all font-medium">
                      {tag.slice(0, 80)}
                    </bdi>
                  ),
                  reason,
                }}
              />
            </p>
          ))}
          {wrong.length > reasonsShown ? (
            <p className="text-danger-text">
              <FormattedMessage id="DesignSystem.TagInput.MoreWrong" values={{ count: wrong.length - reasonsShown }} />
            </p>
          ) : null}
          {repeated.length > 0 ? (
            <p className="text-fg-muted">
              <FormattedMessage
                id="DesignSystem.TagInput.Repeated"
                values={{
                  count: repeated.length,
                  name: (
                    <bdi dir="ltr" className="break-all font-medium">
                      {repeated[0]?.slice(0, 80)}
                    </bdi>
                  ),
                }}
              />
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
