import type { ReactNode } from 'react'
import type { ComboboxOption } from './combobox-options.tsx'

/** Where the list of a `Combobox` or a `MultiSelect` comes from, and what it says while it has none. */
export interface ListSource {
  /** Any number: long lists draw only what is seen. Options of one `group` follow each other. */
  options: readonly ComboboxOption[]
  /** Values taken lately: they come first while nothing is typed. */
  recent?: readonly string[]
  /** Remote options: react to the typed text and pass new `options`; local filtering is then off. */
  onSearch?: (text: string) => void
  /** Offers to make what was typed a new option. */
  onCreate?: (text: string) => void
  loading?: boolean
  /** Shown in place of the list: what went wrong. */
  error?: ReactNode
  /** Offers to load the options again, beside `error`. */
  onRetry?: () => void
  /** Shown when nothing matches. */
  empty?: ReactNode
  invalid?: boolean
  size?: 'sm' | 'md'
}
