import type { ReactNode } from 'react'
import type { ComboboxOption } from './combobox-options.tsx'

/** Source of the list of a `Combobox` or a `MultiSelect`, and its texts while the list is empty. */
export interface ListSource {
  /** Any number: long lists render only the visible ones. Options of one `group` must be adjacent. */
  options: readonly ComboboxOption[]
  /** Recently chosen values: they come first while nothing is typed. */
  recent?: readonly string[]
  /** Remote options: react to the typed text and pass new `options`; local filtering is then off. */
  onSearch?: (text: string) => void
  /** Offers to create an option from the typed text. */
  onCreate?: (text: string) => void
  /** Options are being fetched: the list says so. */
  loading?: boolean
  /** Error message shown in place of the list. */
  error?: ReactNode
  /** Offers to reload the options, beside `error`. */
  onRetry?: () => void
  /** Shown when nothing matches. */
  empty?: ReactNode
  /** Marks the field as wrong; a `Field` with an error does it, too. */
  invalid?: boolean
  /** Height: `sm` in bars and rows, `md` in forms. */
  size?: 'sm' | 'md'
}
