export interface StackItem {
  id: number
  /** It waits for a decision and is not removed automatically. */
  action?: unknown
}

/** Maximum number of visible toasts: nobody reads more than that. */
const stackSize = 3

export interface ToastStack<T extends StackItem> {
  shown: readonly T[]
  /** Toasts removed for newer ones; no information exists only in a toast. */
  dropped: readonly T[]
}

/** The visible toasts after one more was added: the newest, but those that wait for a decision are removed last. */
export function pushToast<T extends StackItem>(before: readonly T[], next: T): ToastStack<T> {
  const all = [...before, next]
  const dropped: T[] = []
  while (all.length > stackSize) {
    const oldest = all.findIndex(toast => toast !== next && toast.action === undefined)
    dropped.push(...all.splice(Math.max(oldest, 0), 1))
  }
  return { shown: all, dropped }
}
