import { useState } from 'react'

const prefix = 'assay.dismissed.'

function isStored(key: string | undefined): boolean {
  if (key === undefined) return false
  try {
    return globalThis.localStorage?.getItem(prefix + key) !== null
  } catch {
    // Blocked by the browser: the message appears again at each visit.
    return false
  }
}

/** Whether a message was dismissed; with a key, permanently on this device. */
export function useDismissed(key: string | undefined) {
  const [dismissed, setDismissed] = useState(() => isStored(key))
  return [
    dismissed,
    () => {
      setDismissed(true)
      if (key === undefined) return
      try {
        globalThis.localStorage?.setItem(prefix + key, '1')
      } catch {
        // Storage may be blocked, as above.
      }
    },
  ] as const
}
