import { type KeyboardEvent, useId, useState } from 'react'
import { findTypeaheadMatch } from '../../lib/typeahead/typeahead.ts'
import { useTypeahead } from '../../lib/typeahead/use-typeahead.ts'
import { moveByKey, type SelectOption } from './select-options.ts'

interface UseSelectOptions {
  options: readonly SelectOption[]
  /** Value of the chosen option. */
  value: string
  open: boolean
  setOpen: (open: boolean) => void
  disabled: boolean
  onPick: (value: string) => void
}

/** The list of a select: the active option and the keys. The focus stays on the trigger. */
export function useSelect({ options, value, open, setOpen, disabled, onPick }: UseSelectOptions) {
  const listId = useId()
  const readTyped = useTypeahead()
  const [moved, setMoved] = useState<string>()
  const reachable = options.filter(option => option.disabled !== true)
  const isReachable = (candidate: string | undefined) => reachable.some(option => option.value === candidate)
  // Until somebody moves, the chosen option is active: also when the caller opens the list.
  const active = [moved, value].find(isReachable) ?? reachable[0]?.value
  const activeIndex = options.findIndex(option => option.value === active)

  const toggle = (next: boolean) => {
    if (next && disabled) return
    setMoved(undefined)
    setOpen(next)
  }
  const pick = (next: string | undefined) => {
    if (next !== undefined && isReachable(next)) onPick(next)
    toggle(false)
  }

  /** Keys of the closed list. */
  const openByKey = ({ key }: KeyboardEvent): boolean => {
    if (!['ArrowDown', 'ArrowUp', 'Enter', ' ', 'Home', 'End'].includes(key)) return false
    toggle(true)
    if (key === 'Home' || key === 'End') setMoved(moveByKey(options, active, key))
    return true
  }
  /** Keys of the open list. */
  const moveOrPick = ({ key, altKey }: KeyboardEvent): boolean => {
    if (key === 'Escape') toggle(false)
    else if (key === 'Enter' || key === ' ' || (key === 'ArrowUp' && altKey)) pick(active)
    else {
      const next = moveByKey(options, active, key)
      if (next === undefined) return false
      setMoved(next)
    }
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || disabled || event.ctrlKey || event.metaKey) return
    // Leaving accepts the active option, as in a select of the browser; the focus moves on.
    if (event.key === 'Tab' && open) return pick(active)
    const typed = readTyped(event)
    if (typed !== undefined) {
      const from = reachable.findIndex(option => option.value === active)
      const names = reachable.map(option => option.label)
      const match = reachable[findTypeaheadMatch(names, from, typed)]
      // A key without a match may be a shortcut of the page while the list is closed.
      if (match || open) event.preventDefault()
      if (!match) return
      if (!open) toggle(true)
      setMoved(match.value)
    } else if (open ? moveOrPick(event) : openByKey(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  return {
    listId,
    active,
    setActive: setMoved,
    toggle,
    pick,
    onKeyDown,
    optionId: (index: number) => `${listId}-${index}`,
    activeId: open && activeIndex !== -1 ? `${listId}-${activeIndex}` : undefined,
  }
}

export type SelectState = ReturnType<typeof useSelect>
