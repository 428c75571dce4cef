export type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'failed'; error: unknown }

export interface Autosaver<Value> {
  /** Saves this value after a short debounce; a later value replaces it. */
  change: (value: Value) => void
  /** Saves at once what waits or failed. True when everything is saved. */
  flush: () => Promise<boolean>
  /** Something was changed and is not saved yet. */
  dirty: () => boolean
  /** Drops the pending value: the draft was deleted or replaced. */
  drop: () => void
}

interface AutosaveOptions<Value> {
  save: (value: Value) => Promise<void>
  onState: (state: SaveState) => void
  delay?: number
}

/**
 * Saves values one after another, never two at a time and never an older one over a newer one. A value that could not
 * be saved is retained until it is.
 */
export function createAutosaver<Value>({ save, onState, delay = 500 }: AutosaveOptions<Value>): Autosaver<Value> {
  let waiting: { value: Value } | null = null
  let running: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function once(pending: { value: Value }): Promise<boolean> {
    onState({ kind: 'saving' })
    try {
      await save(pending.value)
      onState({ kind: waiting ? 'waiting' : 'saved' })
      return true
    } catch (error) {
      waiting ??= pending
      onState({ kind: 'failed', error })
      return false
    } finally {
      running = null
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    for (;;) {
      if (running) {
        if (!(await running)) return false
      } else if (waiting) {
        const pending = waiting
        waiting = null
        running = once(pending)
      } else {
        return true
      }
    }
  }

  return {
    flush,
    change(value) {
      waiting = { value }
      if (!running) onState({ kind: 'waiting' })
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), delay)
    },
    dirty: () => waiting !== null || running !== null,
    drop() {
      clearTimeout(timer)
      waiting = null
    },
  }
}
