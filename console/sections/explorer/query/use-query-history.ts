import { useState } from 'react'
import type { ExplorerStart, ExplorerState } from './explorer-state.ts'

export interface QueryEntry {
  id: number
  state: ExplorerState & { start: ExplorerStart }
}

const isQuery = (state: ExplorerState): state is QueryEntry['state'] => state.start !== null

/** The queries since the page was opened, the newest last, and the one that is shown. */
export function useQueryHistory(state: ExplorerState, run: (state: ExplorerState) => void) {
  const [entries, setEntries] = useState<readonly QueryEntry[]>(() => (isQuery(state) ? [{ id: 0, state }] : []))
  const [at, setAt] = useState(entries.length - 1)
  const goTo = (index: number) => {
    const entry = entries[index]
    if (!entry) return
    setAt(index)
    run(entry.state)
  }
  return {
    entries,
    at,
    goTo,
    /** Returns to the query before; undefined at the first one. */
    previous: at > 0 ? () => goTo(at - 1) : undefined,
    /** Runs another query and remembers it. */
    run: (next: ExplorerState) => {
      if (isQuery(next)) {
        setEntries([...entries, { id: entries.length, state: next }])
        setAt(entries.length)
      }
      run(next)
    },
  }
}
