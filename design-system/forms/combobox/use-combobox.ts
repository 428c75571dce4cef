import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import {
  type ComboboxOption,
  filterOptions,
  hasLabel,
  type ListEntry,
  moveActive,
  toEntries,
} from './combobox-options.tsx'

export interface UseComboboxOptions {
  options: readonly ComboboxOption[]
  recent?: readonly string[] | undefined
  onSearch?: ((text: string) => void) | undefined
  /**
   * Returns the options for a typed text, best first, instead of those whose text contains it. Pass the same function
   * while its results are the same.
   */
  find?: ((text: string) => readonly ComboboxOption[]) | undefined
  onCreate?: ((text: string) => void) | undefined
  onRetry?: (() => void) | undefined
  loading: boolean
  hasError: boolean
  /** Adds a first line that selects all options. */
  selectAll?: boolean
  /** Several options may be chosen: the list stays open. */
  multiple?: boolean
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  /** Value that is active when the list opens. */
  chosen?: string | undefined
  onPick: (option: ComboboxOption) => void
  onPickAll?: (options: readonly ComboboxOption[]) => void
}

/**
 * Shared logic of single and multiple choice: typed text, open list, active option, keys. The focus stays in the text
 * field.
 */
export function useCombobox(settings: UseComboboxOptions) {
  const {
    options,
    recent,
    onSearch,
    find,
    onCreate,
    onRetry,
    loading,
    hasError: failed,
    selectAll = false,
    multiple = false,
    disabled = false,
    readOnly = false,
    chosen,
    onPick,
    onPickAll,
  } = settings
  const intl = useIntl()
  const { locale } = intl
  const announce = useAnnounce()
  const listId = useId()
  const [open, setOpen] = useState(false)
  // `null` while the user is not typing.
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState<string>()

  const recentLabel = intl.formatMessage({ id: 'DesignSystem.Combobox.Recent' })
  const shownFor = (typed: string | null) =>
    onSearch !== undefined || typed === null ? options : (find?.(typed) ?? filterOptions(options, typed, locale))
  const entriesFor = (typed: string | null): ListEntry[] => {
    if (failed) return onRetry ? [{ kind: 'retry', key: 'retry' }] : []
    const quiet = typed === null || typed.trim() === ''
    const found = shownFor(typed)
    const entries = toEntries(found, quiet && recent ? { label: recentLabel, values: recent } : undefined)
    if (selectAll && found.some(option => !option.disabled)) entries.unshift({ kind: 'all', key: 'all' })
    if (onCreate && !quiet && !hasLabel(options, typed, locale))
      entries.push({ kind: 'create', key: 'create', text: typed.trim() })
    return entries
  }
  // The dependencies are what `entriesFor` reads; of its callbacks only the presence matters.
  const entries = useMemo(
    () => entriesFor(text),
    [
      options,
      recent,
      find,
      text,
      locale,
      failed,
      selectAll,
      onRetry === undefined,
      onCreate === undefined,
      onSearch === undefined,
    ],
  )
  const shown = useMemo(() => entries.flatMap(entry => (entry.kind === 'option' ? [entry.option] : [])), [entries])
  const activeIndex = entries.findIndex(entry => entry.key === active)
  const firstMatch = (next: readonly ListEntry[]) =>
    next.find(entry => entry.kind === 'option' && !entry.option.disabled)?.key ?? moveActive(next, undefined, 'first')

  const searching = open && text !== null && !loading && !failed
  const count = shown.length
  useEffect(() => {
    if (!searching) return
    const timer = setTimeout(() => announce(intl.formatMessage({ id: 'DesignSystem.Combobox.Count' }, { count })), 300)
    return () => clearTimeout(timer)
  }, [searching, count, announce, intl])

  const close = () => {
    setOpen(false)
    setText(null)
    setActive(undefined)
  }
  const show = (from?: 'first' | 'last') => {
    if (disabled || readOnly) return
    setOpen(true)
    if (from)
      setActive(
        entries.find(entry => entry.kind === 'option' && entry.option.value === chosen)?.key ??
          moveActive(entries, undefined, from),
      )
  }
  const type = (next: string) => {
    setText(next)
    setOpen(true)
    onSearch?.(next)
    setActive(firstMatch(entriesFor(next)))
  }
  const pick = (entry: ListEntry) => {
    if (entry.kind === 'heading' || (entry.kind === 'option' && entry.option.disabled)) return
    if (entry.kind === 'retry') return onRetry?.()
    if (entry.kind === 'all') return onPickAll?.(shown.filter(option => !option.disabled))
    if (entry.kind === 'option') onPick(entry.option)
    else onCreate?.(entry.text)
    if (!multiple) close()
    else if (entry.kind === 'create') setText(null)
  }

  /** Leaves one level: the typed text, the list, then the surrounding layer. */
  const escape = () => {
    if (text === null || text === '') return close()
    setText(null)
    onSearch?.('')
    setActive(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const down = event.key === 'ArrowDown'
    if (down || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) show(event.altKey ? undefined : down ? 'first' : 'last')
      else if (event.altKey && !down) close()
      else setActive(moveActive(entries, active, down ? 'next' : 'previous'))
    } else if (open && (event.key === 'PageDown' || event.key === 'PageUp')) {
      event.preventDefault()
      setActive(moveActive(entries, active, event.key === 'PageDown' ? 'page-next' : 'page-previous'))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      const entry = entries[activeIndex]
      if (entry) pick(entry)
    } else if (event.key === 'Escape' && text !== null) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') {
      close()
    }
  }

  return {
    open,
    text,
    entries,
    active,
    listId,
    close,
    escape,
    show,
    pick,
    setActive,
    setText,
    entryId: (index: number) => `${listId}-${index}`,
    setOpen: (next: boolean) => (next ? show() : close()),
    inputProps: {
      type: 'text',
      role: 'combobox',
      disabled,
      readOnly,
      'aria-expanded': open,
      'aria-controls': open ? listId : undefined,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': open && activeIndex !== -1 ? `${listId}-${activeIndex}` : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
      onClick: () => (open ? undefined : show('first')),
      onKeyDown,
    },
  }
}

export type ComboboxState = ReturnType<typeof useCombobox>
