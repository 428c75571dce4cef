import { useState, useSyncExternalStore } from 'react'

const noSubscription = () => () => undefined

/**
 * A value that only a browser knows, read once when the component is first shown. The server, and the hydration of what
 * it sent, see `serverValue`; the browser's own follows at once.
 */
export function useBrowserValue<Value, ServerValue>(read: () => Value, serverValue: ServerValue): Value | ServerValue {
  const [readOnce] = useState(() => {
    let first: { value: Value } | undefined
    return () => {
      first ??= { value: read() }
      return first.value
    }
  })
  return useSyncExternalStore<Value | ServerValue>(noSubscription, readOnce, () => serverValue)
}
