import { searchColumns } from '@assay/risk-service/contract'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { environmentParameter } from '../../platform/environments/environments.tsx'
import {
  defaultSearch,
  parseSearch,
  retainConditions,
  type SearchState,
  searchParameters,
} from '../../platform/search-url/search-url.ts'
import { hasColumn } from './event-type-columns.ts'

/** URL parameter of the view in use; what was changed since stands beside it. */
export const searchViewParameter = 'view'

/** Attributes of other types are shown as unknown until they are removed. */
const canHave = (eventType: string, field: string): boolean => {
  const column = searchColumns.find(each => each === field)
  return column === undefined || hasColumn(eventType, column)
}

/**
 * The search as the whole address has it: parameters that are not part of the search do not survive a change.
 * Conditions and order become entries of the history; walking through rows does not.
 */
export function useSearchAddress() {
  const [parameters, setParameters] = useSearchParams()
  const state = useMemo(() => parseSearch(parameters), [parameters])
  const put = useCallback(
    (query: (old: URLSearchParams) => { search: URLSearchParams; view: string | null }, replace: boolean) => {
      setParameters(
        old => {
          const { search, view } = query(old)
          const environment = old.get(environmentParameter)
          if (environment) search.set(environmentParameter, environment)
          if (view !== null) search.set(searchViewParameter, view)
          return search
        },
        { replace },
      )
    },
    [setParameters],
  )
  const write = useCallback(
    (change: (old: SearchState) => SearchState, replace: boolean) => {
      put(old => ({ search: searchParameters(change(parseSearch(old))), view: old.get(searchViewParameter) }), replace)
    },
    [put],
  )
  return {
    state,
    view: parameters.get(searchViewParameter),
    /** The address has no search of its own, except perhaps a view. */
    plain: ![...parameters.keys()].some(
      name => name !== environmentParameter && name !== searchViewParameter && name !== 'mkt',
    ),
    setFilter: useCallback(
      (filter: SearchState['filter']) => write(old => ({ ...old, filter, row: null }), false),
      [write],
    ),
    /** Conditions and order that events of the type cannot have are dropped; a view is one of its own type. */
    setEventType: useCallback(
      (eventType: string) =>
        put(old => {
          const { filter, sort } = parseSearch(old)
          return {
            search: searchParameters({
              eventType,
              filter: { ...filter, ...retainConditions(filter, ({ column }) => canHave(eventType, column)) },
              sort: hasColumn(eventType, sort.column) ? sort : defaultSearch.sort,
            }),
            view: null,
          }
        }, false),
      [put],
    ),
    setSort: useCallback((sort: SearchState['sort']) => write(old => ({ ...old, sort }), false), [write]),
    setRow: useCallback((row: string | null) => write(old => ({ ...old, row }), true), [write]),
    setView: useCallback(
      (view: string | null, query: string, replace = false) =>
        put(() => ({ search: new URLSearchParams(query), view }), replace),
      [put],
    ),
    /** What is on screen gets a name, or loses it. */
    nameView: useCallback(
      (view: string | null) => put(old => ({ search: searchParameters(parseSearch(old)), view }), true),
      [put],
    ),
  }
}
