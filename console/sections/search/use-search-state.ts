import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { environmentParameter } from '../../platform/environments/environments.tsx'
import { readSearch, searchParameters, type SearchState } from '../../platform/search-url/search-url.ts'

/** The search as the address says it. Conditions and order make history; walking through rows does not. */
export function useSearchState() {
  const [parameters, setParameters] = useSearchParams()
  const state = useMemo(() => readSearch(parameters), [parameters])
  const write = useCallback((change: (old: SearchState) => SearchState, replace: boolean) => {
    setParameters(old => {
      const next = searchParameters(change(readSearch(old)))
      const environment = old.get(environmentParameter)
      if (environment) next.set(environmentParameter, environment)
      return next
    }, { replace })
  }, [setParameters])
  return {
    state,
    setFilter: useCallback((filter: SearchState['filter']) => write(old => ({ ...old, filter, row: null }), false), [write]),
    setSort: useCallback((sort: SearchState['sort']) => write(old => ({ ...old, sort }), false), [write]),
    setRow: useCallback((row: string | null) => write(old => ({ ...old, row }), true), [write]),
  }
}
