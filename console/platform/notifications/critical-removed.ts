/**
 * Local storage: notices that were removed from the message bar, so that they do not flash before the server answers.
 */
export const criticalRemovedKey = 'assay/critical-notification-removed'
/** Older ones are long dismissed on the server. */
const removedLimit = 100

type Store = Pick<Storage, 'getItem' | 'setItem'>
/** Where the browser blocks it, naming it throws already: each use is inside the caller's attempt. */
const browserStore: Store = {
  getItem: key => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
}
/** Another user of this browser has notices of their own. */
const entryOf = (userId: string, id: string) => `${userId}/${id}`

function readRemoved(store: Store): string[] {
  try {
    const value: unknown = JSON.parse(store.getItem(criticalRemovedKey) ?? '[]')
    return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []
  } catch {
    // Damaged or blocked: nothing is remembered here, and the server has the state in any case.
    return []
  }
}

/** True when this user removed the notice in this browser. */
export function isCriticalRemoved(userId: string, id: string, store: Store = browserStore): boolean {
  return readRemoved(store).includes(entryOf(userId, id))
}

export function storeCriticalRemoved(userId: string, id: string, store: Store = browserStore): void {
  try {
    store.setItem(
      criticalRemovedKey,
      JSON.stringify([...new Set([...readRemoved(store), entryOf(userId, id)])].slice(-removedLimit)),
    )
  } catch {
    // Full or blocked: it may flash once more.
  }
}
