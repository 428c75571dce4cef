import type { ReactNode } from 'react'
import { defined } from '../../lib/defined.ts'

export interface ComboboxOption {
  value: string
  label: string
  description?: string
  disabled?: boolean
  /** Heading of its group. Options of one group must be adjacent. */
  group?: string
}

/** Lines of the list. Headings are no options. */
export type ListEntry =
  | { kind: 'heading'; key: string; label: string }
  | { kind: 'option'; key: string; option: ComboboxOption; group?: string }
  | { kind: 'all'; key: string }
  | { kind: 'create'; key: string; text: string }
  | { kind: 'retry'; key: string }

const foldLetter = (text: string, locale: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase(locale)

// Ten thousand options are searched at every keystroke: each is folded once.
const foldedLabels = new WeakMap<ComboboxOption, Map<string, string>>()
function foldedOption(option: ComboboxOption, locale: string): string {
  const byLocale = foldedLabels.get(option) ?? new Map<string, string>()
  const cached = byLocale.get(locale)
  if (cached !== undefined) return cached
  const made = foldLetter(`${option.label} ${option.description ?? ''}`, locale)
  foldedLabels.set(option, byLocale.set(locale, made))
  return made
}

/** Options whose label or description contains the text; case and accents do not matter. */
export function filterOptions(
  options: readonly ComboboxOption[],
  text: string,
  locale: string,
): readonly ComboboxOption[] {
  const searchText = foldLetter(text.trim(), locale)
  if (searchText === '') return options
  return options.filter(option => foldedOption(option, locale).includes(searchText))
}

/** True when an option has exactly this label. */
export function hasLabel(options: readonly ComboboxOption[], text: string, locale: string): boolean {
  const searchText = foldLetter(text.trim(), locale)
  return options.some(option => foldLetter(option.label, locale) === searchText)
}

/** The lines of the list: options under their headings, each key once even when values repeat. */
export function toEntries(
  options: readonly ComboboxOption[],
  recent: { label: string; values: readonly string[] } | undefined,
): ListEntry[] {
  const entries: ListEntry[] = []
  const used = new Map<string, number>()
  const add = (option: ComboboxOption, group: string | undefined) => {
    const count = used.get(option.value) ?? 0
    used.set(option.value, count + 1)
    entries.push({
      kind: 'option',
      key: count === 0 ? `option ${option.value}` : `option ${option.value} ${count}`,
      option,
      ...defined({ group }),
    })
  }
  const lately = recent ? recent.values.flatMap(value => options.find(option => option.value === value) ?? []) : []
  if (recent && lately.length > 0) {
    entries.push({ kind: 'heading', key: 'recent', label: recent.label })
    for (const option of lately) add(option, recent.label)
  }
  let group: string | undefined = lately.length > 0 ? recent?.label : undefined
  for (const option of options) {
    if (lately.includes(option)) continue
    if (option.group !== undefined && option.group !== group)
      entries.push({ kind: 'heading', key: `heading ${entries.length}`, label: option.group })
    group = option.group
    add(option, option.group)
  }
  return entries
}

const isSelectable = (entry: ListEntry) =>
  entry.kind !== 'heading' && !(entry.kind === 'option' && entry.option.disabled === true)

/** Options that Page Up and Page Down pass. */
const page = 10

/**
 * Key of the active entry after a move; headings and disabled options are skipped. Single steps wrap around at the
 * ends, pages stop there.
 */
export function moveActive(
  entries: readonly ListEntry[],
  active: string | undefined,
  move: 'first' | 'last' | 'next' | 'previous' | 'page-next' | 'page-previous',
): string | undefined {
  const reachable = entries.filter(isSelectable)
  const from = reachable.findIndex(entry => entry.key === active)
  if (move === 'first') return reachable[0]?.key
  if (move === 'last') return reachable.at(-1)?.key
  if (move === 'page-next') return reachable[Math.min(Math.max(from, 0) + page, reachable.length - 1)]?.key
  if (move === 'page-previous') return reachable[Math.max(from - page, 0)]?.key
  if (from === -1) return (move === 'next' ? reachable[0] : reachable.at(-1))?.key
  return reachable.at((from + (move === 'next' ? 1 : -1)) % reachable.length)?.key
}

/**
 * Position of the typed text in a label, without regard to accents and case; the ends are those of the original label.
 */
export function matchOf(label: string, text: string, locale: string): { start: number; end: number } | undefined {
  const searchText = foldLetter(text.trim(), locale)
  if (searchText === '') return undefined
  let flat = ''
  const places: number[] = []
  let at = 0
  for (const letter of label) {
    const short = foldLetter(letter, locale)
    for (let index = 0; index < short.length; index++) places.push(at)
    flat += short
    at += letter.length
  }
  const found = flat.indexOf(searchText)
  if (found === -1) return undefined
  // Combining marks after the last letter belong to it.
  return { start: places[found] ?? 0, end: places[found + searchText.length] ?? label.length }
}

/** Highlights the typed part of a label. */
export function markMatch(label: string, text: string, locale: string): ReactNode {
  const match = matchOf(label, text, locale)
  if (!match) return label
  return (
    <>
      {label.slice(0, match.start)}
      <mark className="bg-transparent font-semibold text-fg underline">{label.slice(match.start, match.end)}</mark>
      {label.slice(match.end)}
    </>
  )
}
