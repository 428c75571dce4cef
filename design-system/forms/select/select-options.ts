import type { ReactNode } from 'react'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  start?: ReactNode
  disabled?: boolean
}

export interface SelectGroup<Value extends string = string> {
  label: string
  options: readonly SelectOption<Value>[]
}

export type SelectEntry<Value extends string = string> = SelectOption<Value> | SelectGroup<Value>

/** Tells groups from options. */
export const isGroup = <Value extends string>(entry: SelectEntry<Value>): entry is SelectGroup<Value> =>
  'options' in entry

/** The options of all groups, in their order on screen. */
export const flattenOptions = <Value extends string>(entries: readonly SelectEntry<Value>[]): SelectOption<Value>[] =>
  entries.flatMap(entry => (isGroup(entry) ? entry.options : [entry]))

/** Options that Page Up and Page Down pass. */
const page = 10

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: page,
  PageUp: -page,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Value of the option that a key leads to: disabled ones are skipped, and the ends do not wrap around. */
export function moveByKey(options: readonly SelectOption[], active: string | undefined, key: string) {
  const step = steps[key]
  const reachable = options.filter(option => option.disabled !== true)
  if (step === undefined || reachable.length === 0) return undefined
  const from = reachable.findIndex(option => option.value === active)
  return reachable[Math.min(Math.max(from + step, 0), reachable.length - 1)]?.value
}
