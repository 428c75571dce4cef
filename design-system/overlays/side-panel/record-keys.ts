import type { KeyboardEvent } from 'react'
import { isTextEntry } from '../../lib/keys.ts'

interface RecordSteps {
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/**
 * Creates a key handler for `[` (previous record) and `]` (next record). The panel uses it; add it to the list beside
 * the panel, too, so that the keys work in both. It ignores keys in text fields and with modifiers.
 */
export function recordKeyHandler({ onPrevious, onNext }: RecordSteps) {
  return (event: KeyboardEvent<HTMLElement>) => {
    // German and many other keyboards type brackets with AltGr, which systems report as Control and Alt.
    const typed = event.getModifierState('AltGraph')
    if (((event.ctrlKey || event.altKey) && !typed) || event.metaKey || isTextEntry(event.target)) return
    const step = event.key === '[' ? onPrevious : event.key === ']' ? onNext : undefined
    if (!step) return
    event.preventDefault()
    step()
  }
}
