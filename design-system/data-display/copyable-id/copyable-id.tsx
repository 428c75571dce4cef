import { Check, CircleX, Copy } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

const confirmationMs = 2000
/**
 * Visible characters of a shortened id: enough at the start to recognise it, enough at the end to distinguish
 * neighbours.
 */
const visibleCharacters = { start: 6, end: 4 }

/** Cuts between characters: half of a surrogate pair would be a box. */
function shorten(value: string): string {
  const letters = [...value]
  return `${letters.slice(0, visibleCharacters.start).join('')}…${letters.slice(-visibleCharacters.end).join('')}`
}

/** Lets the host of an address wrap to the next line as a whole. */
function withBreakOpportunities(value: string): ReactNode {
  return value.split(/(?<=.)(?=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}

export interface CopyButtonProps extends Omit<ComponentProps<typeof IconButton>, 'icon' | 'label' | 'value'> {
  /** The text that is copied. */
  value: string
  /** Noun of the copied value, for the name of the button: "Copy {label}". */
  label: string
}

/** Copies a value and reports the result for two seconds. */
export function CopyButton({ value, label, className, ...props }: CopyButtonProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    let next: 'copied' | 'failed' = 'copied'
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      next = 'failed'
    }
    setState(next)
    announce(
      intl.formatMessage(
        { id: next === 'copied' ? 'DesignSystem.CopyableId.Copied' : 'DesignSystem.CopyableId.Failed' },
        { label },
      ),
    )
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), confirmationMs)
  }

  return (
    <IconButton
      icon={state === 'copied' ? Check : state === 'failed' ? CircleX : Copy}
      iconSize={12}
      size="sm"
      data-state={state}
      label={intl.formatMessage({ id: 'DesignSystem.CopyableId.Copy' }, { label })}
      className={cn('text-fg-muted', className)}
      onClick={() => void copy()}
      {...props}
    />
  )
}

export interface CopyableIdProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** The id: shown, and copied as a whole even where it is shortened. */
  value: string
  /** Noun of the id, for the name of the copy button: "Copy {label}". */
  label: string
  /** Shows the first six and last four characters. */
  truncated?: boolean
  /**
   * Wraps to a second line instead of being cut at the edge: for values that are read as a whole, such as an email
   * address.
   */
  wrap?: boolean
}

/** An id, hash or address: left to right, in the monospaced face, with a button that copies all of it. */
export function CopyableId({ value, label, truncated = false, wrap = false, className, ...props }: CopyableIdProps) {
  const cut = truncated && !wrap && value.length > visibleCharacters.start + visibleCharacters.end + 1
  const text = (
    // Text selection with the mouse selects the whole id: a part of it is of no use.
    <bdi
      dir="ltr"
      className={cn('min-w-0 font-mono text-xs', wrap ? 'wrap-anywhere whitespace-normal' : 'truncate')}
      onDoubleClick={event => getSelection()?.selectAllChildren(event.currentTarget)}
      onCopy={event => {
        if (!cut) return
        event.preventDefault()
        event.clipboardData.setData('text/plain', value)
      }}
    >
      {cut ? shorten(value) : wrap ? withBreakOpportunities(value) : value}
    </bdi>
  )
  return (
    <span
      data-slot="copyable-id"
      className={cn('inline-flex max-w-full min-w-0 items-center gap-0.5', className)}
      {...props}
    >
      {cut ? (
        <Tooltip content={<bdi dir="ltr">{value}</bdi>}>
          <span className="inline-flex min-w-0">
            <span className="sr-only">{value}</span>
            <span aria-hidden className="inline-flex min-w-0">
              {text}
            </span>
          </span>
        </Tooltip>
      ) : (
        text
      )}
      <CopyButton value={value} label={label} />
    </span>
  )
}
