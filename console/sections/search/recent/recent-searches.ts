import { type SearchFieldType } from '@assay/risk-service/contract'
import { useEffect } from 'react'
import { updatePreferences, usePreferences } from '../../../platform/preferences/index.ts'
import {
  allConditions,
  parseSearch,
  type SearchState,
  searchParameters,
} from '../../../platform/search-url/search-url.ts'
import { printQuery } from '../query-text/print-query.ts'

/** Searches that are kept for a person. */
export const recentLimit = 20
/** Longer ones, with hundreds of values, are not kept. */
const longest = 4000

/** The searches after one was run: it comes first, and stands in the list once. */
export const addRecentSearch = (queries: readonly string[], query: string): string[] =>
  query.length > longest ? [...queries] : [query, ...queries.filter(each => each !== query)].slice(0, recentLimit)

/** The query that is kept of a search: its type, period and conditions, without order and row; null without conditions. */
export const recentQueryOf = ({ eventType, filter }: SearchState): string | null =>
  allConditions(filter).length === 0 ? null : searchParameters({ eventType, filter }).toString()

/** Adds a search to the recent ones of this person once it was run. */
export function useRecordedSearch(search: SearchState, ran: boolean): void {
  const query = recentQueryOf(search)
  useEffect(() => {
    if (ran && query !== null)
      void updatePreferences(({ recentSearches }) => ({ recentSearches: addRecentSearch(recentSearches, query) }))
  }, [ran, query])
}

export interface RecentSearch {
  query: string
  eventType: string
  /** Its conditions in the query language. */
  text: string
}

/** The last searches of this person, latest first. */
export function useRecentSearches(typeOf: (id: string) => SearchFieldType | null): RecentSearch[] {
  return usePreferences().recentSearches.map(query => {
    const { eventType, filter } = parseSearch(new URLSearchParams(query))
    return {
      query,
      eventType,
      text: printQuery(filter, typeOf)
        .replace(/^WHEN /, '')
        .replaceAll(/\s+/g, ' '),
    }
  })
}
