import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router-dom'
import { environmentParameter } from '../../../platform/environments/environments.tsx'
import { type ExplorerState, explorerParameters, parseExplorer, queryKeyOf } from './explorer-state.ts'

/** What can be too long for an address. */
type Lists = Pick<ExplorerState, 'expanded' | 'walked' | 'selected'>

/** A change of what is shown, or how it follows from what is shown. */
export type ExplorerChange = Partial<ExplorerState> | ((state: ExplorerState) => Partial<ExplorerState>)

/**
 * The explorer as its address has it, with the lists that are too long for one. A new query becomes an entry of the
 * browser's history; a change of display does not.
 * @param earliest the first day of which there are events
 */
export function useExplorerAddress(earliest: string) {
  const [parameters, setParameters] = useSearchParams()
  const arrived = useNavigationType() === 'POP'
  const parsed = useMemo(() => parseExplorer(parameters, earliest), [parameters, earliest])
  const [whole, setWhole] = useState<{ query: string; lists: Lists } | null>(null)
  // Back and Forward show what their entry has.
  const lists = !arrived && whole?.query === queryKeyOf(parsed) ? whole.lists : null
  const state = useMemo(() => (lists ? { ...parsed, ...lists } : parsed), [parsed, lists])
  // Several changes can come before the address has the first of them.
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  }, [state])
  const put = useCallback(
    (next: ExplorerState, replace: boolean) => {
      latest.current = next
      const { expanded, walked, selected } = next
      setWhole({ query: queryKeyOf(next), lists: { expanded, walked, selected } })
      setParameters(
        old => {
          const address = explorerParameters(next)
          const environment = old.get(environmentParameter)
          if (environment) address.set(environmentParameter, environment)
          return address
        },
        { replace },
      )
    },
    [setParameters],
  )
  return {
    state,
    /** Changes what is shown of the query. */
    show: useCallback(
      (change: ExplorerChange) => {
        const now = latest.current
        put({ ...now, ...(typeof change === 'function' ? change(now) : change) }, true)
      },
      [put],
    ),
    /** Runs another query. */
    query: useCallback((next: ExplorerState) => put(next, false), [put]),
  }
}
