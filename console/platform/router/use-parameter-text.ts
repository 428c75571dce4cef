import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Of the texts that were written to the address and have not appeared in it yet, those that remain when it has this
 * one; null when its text was not typed here.
 */
export function pendingWrites(sent: readonly string[], inAddress: string): readonly string[] | null {
  const own = sent.indexOf(inAddress)
  return own < 0 ? null : sent.slice(own + 1)
}

/**
 * The text of a field that is stored in the address. The address follows with low priority; a field that waited for it
 * would lose letters of a fast typist, and letters that are composed of several keys. The text of the address is read
 * once its page is committed and not before: React may discard a page that it renders for the address in favour of the
 * next letter, and nothing of a discarded page may count.
 */
export function useParameterText(
  inAddress: string,
  write: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(inAddress)
  const sent = useRef<readonly string[]>([])
  const addressSays = useEffectEvent((value: string) => {
    const left = pendingWrites(sent.current, value)
    sent.current = left ?? []
    // History or a link changed the address: its text replaces that of the field.
    if (left === null) setText(value)
  })
  useEffect(() => {
    addressSays(inAddress)
  }, [inAddress])
  return [
    text,
    next => {
      sent.current = [...sent.current, next]
      setText(next)
      write(next)
    },
  ]
}
