export interface StackItem {
  id: number
  /** It waits for a decision and does not go by itself. */
  action?: unknown
}

/** At most this many are up at once: more than that nobody reads. */
const stackSize = 3

export interface ToastStack<T extends StackItem> {
  shown: readonly T[]
  /** What made room for newer ones; nothing exists only in a toast. */
  dropped: readonly T[]
}

/** What is up after one more came: the newest, but those that wait for a decision give way last. */
export function pushToast<T extends StackItem>(before: readonly T[], next: T): ToastStack<T> {
  const all = [...before, next]
  const dropped: T[] = []
  while (all.length > stackSize) {
    const oldest = all.findIndex(toast => toast !== next && toast.action === undefined)
    dropped.push(...all.splice(Math.max(oldest, 0), 1))
  }
  return { shown: all, dropped }
}
