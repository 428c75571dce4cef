import { Eye, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { useFieldControl } from '../field/field.tsx'
import { controlVariants } from './control-variants.ts'

export interface InputProps extends Omit<ComponentProps<'input'>, 'size' | 'prefix'> {
  /** Height: `sm` in bars and rows, `md` in forms. */
  size?: 'sm' | 'md'
  /** Marks the field as wrong; a `Field` with an error does it, too. */
  invalid?: boolean
  /** For ids, codes, addresses: monospaced, always left to right. */
  mono?: boolean
  /** Icon or unit before the text. */
  start?: ReactNode
  /** Unit, key or button after the text. */
  end?: ReactNode
  /** Shows a clear button while there is text. */
  onClear?: () => void
}

const ltrTypes = new Set(['email', 'url', 'tel', 'password'])

/**
 * One line of text. `className` is applied to the box, all other props to the `input`. With `type="password"` a toggle
 * shows the text.
 */
export function Input({
  size = 'md',
  invalid = false,
  mono = false,
  start,
  end,
  onClear,
  className,
  type = 'text',
  dir,
  ref,
  id,
  required,
  ...props
}: InputProps) {
  const intl = useIntl()
  const inner = useRef<HTMLInputElement>(null)
  const [revealed, setRevealed] = useState(false)
  const control = useFieldControl({ ...props, id, required, invalid })
  const clearable =
    onClear !== undefined && props.value !== undefined && props.value !== '' && !props.disabled && !props.readOnly
  return (
    <div data-slot="input" className={cn(controlVariants({ size, invalid: control.invalid }), className)}>
      {start === undefined ? null : <span className="flex shrink-0 items-center text-fg-muted">{start}</span>}
      <input
        {...props}
        {...control.aria}
        ref={mergeRefs(inner, ref)}
        id={control.id}
        type={type === 'password' && revealed ? 'text' : type}
        required={control.required}
        dir={dir ?? (mono || ltrTypes.has(type) ? 'ltr' : 'auto')}
        className={cn(
          // The text starts at the page's inline start, independent of its own direction.
          'min-w-0 flex-1 border-0 bg-transparent px-px in-[[dir=rtl]]:ltr:text-end outline-none placeholder:text-fg-muted disabled:text-fg-disabled read-only:not-disabled:text-fg-secondary',
          mono && 'font-mono',
          // Only one clear button: browsers add their own to search boxes.
          onClear !== undefined && '[&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {clearable ? (
        <IconButton
          variant="ghost"
          size="sm"
          icon={X}
          iconSize={12}
          className="-me-1"
          label={intl.formatMessage({ id: 'DesignSystem.Input.Clear' })}
          onClick={() => {
            onClear()
            inner.current?.focus()
          }}
        />
      ) : null}
      {type === 'password' ? (
        <IconButton
          variant="ghost"
          size="sm"
          icon={Eye}
          className="-me-1"
          label={intl.formatMessage({ id: 'DesignSystem.Input.Reveal' })}
          pressed={revealed}
          disabled={props.disabled}
          onClick={() => setRevealed(!revealed)}
        />
      ) : null}
      {end === undefined ? null : <span className="flex shrink-0 items-center text-fg-muted">{end}</span>}
    </div>
  )
}
