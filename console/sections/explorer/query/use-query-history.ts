import { useState } from 'react'
import { type ExplorerStart, type ExplorerState, queryKeyOf } from './explorer-state.ts'

export interface QueryEntry {
  id: number
  state: ExplorerState & { start: ExplorerStart }
}

const isQuery = (state: ExplorerState): state is QueryEntry['state'] => state.start !== null

/** The queries since the page was opened, the newest last, and the one that is shown. */
export function useQueryHistory(state: ExplorerState, run: (state: ExplorerState) => void) {
  const [entries, setEntries] = useState<readonly QueryEntry[]>(() => (isQuery(state) ? [{ id: 0, state }] : []))
  /** The entry that was shown last. */
  const [last, setLast] = useState(entries.length - 1)
  const isShown = (entry: QueryEntry | undefined) =>
    entry !== undefined && queryKeyOf(entry.state) === queryKeyOf(state)
  // The same query can be in the list twice; Back of the browser shows any of them.
  const at = isShown(entries[last]) ? last : entries.findLastIndex(isShown)
  const goTo = (index: number) => {
    const entry = entries[index]
    if (!entry) return
    setLast(index)
    run(entry.state)
  }
  const before = at === -1 ? last : at - 1
  return {
    entries,
    /** Index of the query that is shown; -1 where none of them is. */
    at,
    goTo,
    /** Returns to the query before; undefined at the first one. */
    previous: before >= 0 ? () => goTo(before) : undefined,
    /** Runs another query and remembers it in place of those that came after the one that is shown. */
    run: (next: ExplorerState) => {
      if (isQuery(next)) {
        const earlier = entries.slice(0, (at === -1 ? last : at) + 1)
        setEntries([...earlier, { id: (entries.at(-1)?.id ?? -1) + 1, state: next }])
        setLast(earlier.length)
      }
      run(next)
    },
  }
}
