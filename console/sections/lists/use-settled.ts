import { useEffect, useState } from 'react'

/** A text once nobody types any more: what is asked of the service. */
export function useSettled(text: string, milliseconds = 250): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return settled
}
