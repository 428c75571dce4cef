import { type SearchFilterState, searchParameters } from '../../../platform/search-url/search-url.ts'
import type { useSearchAddress } from '../use-search-address.ts'
import { recentQueryOf } from './recent-searches.ts'

const isSame = (a: SearchFilterState, b: SearchFilterState): boolean =>
  searchParameters({ filter: a }).toString() === searchParameters({ filter: b }).toString()

/**
 * Returns what runs a search: another one by its address, the same one once more by reading it again.
 * @param refresh reads the search in the address again
 */
export const searchRuns = (
  { state, setFilter, setView }: Pick<ReturnType<typeof useSearchAddress>, 'state' | 'setFilter' | 'setView'>,
  refresh: () => void,
) => ({
  onFilterChange: (filter: SearchFilterState) => {
    if (isSame(filter, state.filter)) refresh()
    else setFilter(filter)
  },
  onSearch: (query: string) => {
    if (query === recentQueryOf(state)) refresh()
    setView(null, query)
  },
})
