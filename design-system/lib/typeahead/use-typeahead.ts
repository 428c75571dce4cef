import { type KeyboardEvent, useRef } from 'react'

/** Letters typed within this time, in milliseconds, belong to one word. */
const typingPause = 500
/** They precede a letter, where every other key ends the word. */
const modifierKeys = new Set(['Shift', 'AltGraph', 'CapsLock'])

/**
 * Collects typed letters. The function returns the text typed so far, or nothing for another key: a space is part of a
 * name, but begins none.
 */
export function useTypeahead() {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent): string | undefined => {
    if (modifierKeys.has(event.key)) return undefined
    if ([...event.key].length !== 1 || event.altKey || event.ctrlKey || event.metaKey) {
      typed.current.text = ''
      return undefined
    }
    const text = event.timeStamp - typed.current.at < typingPause ? typed.current.text : ''
    if (event.key === ' ' && text === '') return undefined
    typed.current = { text: text + event.key, at: event.timeStamp }
    return typed.current.text
  }
}
