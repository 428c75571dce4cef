import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { environmentParameter } from '../../../platform/environments/environments.tsx'
import { type ExplorerState, explorerParameters, parseExplorer } from './explorer-state.ts'

/** The explorer as its address has it. A new query becomes an entry of the browser's history; a change of display does not. */
export function useExplorerAddress() {
  const [parameters, setParameters] = useSearchParams()
  const state = useMemo(() => parseExplorer(parameters), [parameters])
  const put = useCallback(
    (change: (old: ExplorerState) => ExplorerState, replace: boolean) => {
      setParameters(
        old => {
          const next = explorerParameters(change(parseExplorer(old)))
          const environment = old.get(environmentParameter)
          if (environment) next.set(environmentParameter, environment)
          return next
        },
        { replace },
      )
    },
    [setParameters],
  )
  return {
    state,
    /** Changes what is shown of the query. */
    show: useCallback((part: Partial<ExplorerState>) => put(old => ({ ...old, ...part }), true), [put]),
    /** Runs another query. */
    query: useCallback((next: ExplorerState) => put(() => next, false), [put]),
  }
}
