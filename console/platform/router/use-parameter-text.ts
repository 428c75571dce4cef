import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Of what was written to the address and not seen in it yet, what is left when it says this; null when it says
 * something that was not typed here.
 */
export function pendingWrites(sent: readonly string[], inAddress: string): readonly string[] | null {
  const own = sent.indexOf(inAddress)
  return own < 0 ? null : sent.slice(own + 1)
}

/**
 * The text of a field that is kept in the address. The address follows when there is time for it; a field that waited
 * for it would lose letters that are typed fast, and those that are composed of several. What the address says is
 * looked at when it is on the page and not before: a page that is drawn for it may be given up for a letter that comes,
 * and then nothing of it may count.
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
    // The way back, or a link: what it says counts.
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
