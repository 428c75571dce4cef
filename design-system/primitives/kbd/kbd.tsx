import type { ComponentProps } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { isApple } from '../../lib/keys.ts'

const namedKeys = [
  'Mod',
  'Control',
  'Alt',
  'Shift',
  'Enter',
  'Escape',
  'Space',
  'Delete',
  'Backspace',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Tab',
] as const
type NamedKey = (typeof namedKeys)[number]
const glyphs: Partial<Record<NamedKey, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const appleGlyphs: Partial<Record<NamedKey, string>> = { ...glyphs, Mod: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' }

const isNamed = (key: string): key is NamedKey => namedKeys.some(named => named === key)

export interface KbdProps extends Omit<ComponentProps<'kbd'>, 'children'> {
  /**
   * A key or a chord: `E`, `Mod+K`, `['Shift', 'F7']`. `Mod` is the Command key on Apple systems and Control elsewhere.
   */
  keys: string | readonly string[]
  /** Uses the notation of Apple systems; detected by default. */
  apple?: boolean
}

/** A key cap. Shown in the notation of the platform, read as words, always left to right. */
export function Kbd({ keys, apple = isApple(globalThis.navigator?.platform ?? ''), className, ...props }: KbdProps) {
  const intl = useIntl()
  const parts = typeof keys === 'string' && keys.length > 1 ? keys.split('+') : [keys].flat()
  const word = (key: string) => {
    if (!isNamed(key)) return key
    return intl.formatMessage({ id: `DesignSystem.Kbd.${key === 'Mod' && !apple ? 'Control' : key}` })
  }
  const cap = (key: string) => {
    if (!isNamed(key)) return key
    const glyph = (apple ? appleGlyphs : glyphs)[key]
    if (glyph) return glyph
    return intl.formatMessage({ id: `DesignSystem.Kbd.Cap.${key === 'Mod' ? 'Control' : key}` })
  }
  return (
    <kbd
      data-slot="kbd"
      dir="ltr"
      className={cn(
        'inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-chip border border-line bg-surface px-1 font-sans text-2xs text-fg-secondary',
        className,
      )}
      {...props}
    >
      <span aria-hidden>{parts.map(cap).join(' ')}</span>
      <span className="sr-only">{parts.map(word).join(' ')}</span>
    </kbd>
  )
}
