/** Passes changes of roles and clients on to what caches them. */
export interface RightsChanges {
  subscribe: (listener: () => void) => void
  /** Calls the listeners. */
  publish: () => void
}

export function createRightsChanges(): RightsChanges {
  const listeners: (() => void)[] = []
  return {
    subscribe: listener => void listeners.push(listener),
    publish() {
      for (const listener of listeners) listener()
    },
  }
}
