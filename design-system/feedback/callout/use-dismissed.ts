import { useState } from 'react'

const prefix = 'assay.dismissed.'

function isStored(key: string | undefined): boolean {
  if (key === undefined) return false
  try {
    return globalThis.localStorage?.getItem(prefix + key) !== null
  } catch {
    // Blocked by the browser: the message shows again with each visit.
    return false
  }
}

/** Whether a message was put away, on this device and for good when it has a key. */
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
        // See above.
      }
    },
  ] as const
}
