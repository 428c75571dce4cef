import type { ReactNode } from 'react'

export interface ComboboxOption {
  value: string
  label: string
  description?: string
  disabled?: boolean
}

const fold = (text: string, locale: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase(locale)

/** Options whose label or description contains the text; case and accents do not matter. */
export function filterOptions(options: readonly ComboboxOption[], text: string, locale: string): readonly ComboboxOption[] {
  const wanted = fold(text.trim(), locale)
  if (wanted === '') return options
  return options.filter(option => fold(`${option.label} ${option.description ?? ''}`, locale).includes(wanted))
}

/** The option to stand on after a move; disabled ones are passed over, the ends are joined. */
export function moveActive(
  options: readonly ComboboxOption[],
  active: string | undefined,
  move: 'first' | 'last' | 'next' | 'previous',
): ComboboxOption | undefined {
  const usable = options.filter(option => !option.disabled)
  const from = usable.findIndex(option => option.value === active)
  if (move === 'first') return usable[0]
  if (move === 'last') return usable.at(-1)
  if (from === -1) return move === 'next' ? usable[0] : usable.at(-1)
  return usable.at((from + (move === 'next' ? 1 : -1)) % usable.length)
}

/** Marks the part of a label that was typed. */
export function markMatch(label: string, text: string): ReactNode {
  const at = text.trim() === '' ? -1 : label.toLowerCase().indexOf(text.trim().toLowerCase())
  if (at === -1) return label
  const end = at + text.trim().length
  return (
    <>
      {label.slice(0, at)}
      <mark className="bg-transparent font-semibold text-fg underline">{label.slice(at, end)}</mark>
      {label.slice(end)}
    </>
  )
}
