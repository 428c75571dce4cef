import {
  printCondition,
  type SearchCondition,
  type SearchFieldType,
  type SearchMatch,
} from '@assay/risk-service/contract'
import type { SearchFilterState } from '../../../platform/search-url/search-url.ts'

/** The conditions and groups of a search: what its text expresses. */
export type QueryConditions = Pick<SearchFilterState, 'match' | 'conditions' | 'groups'>

const operator: Record<SearchMatch, string> = { all: '&&', any: '||' }

/**
 * Writes a search as a condition of the query language; nothing for a search without conditions.
 * @param typeOf the type of a field by its id
 */
export function printQuery(
  { match, conditions, groups }: QueryConditions,
  typeOf: (id: string) => SearchFieldType | null,
): string {
  const print = (condition: SearchCondition) => printCondition(condition, typeOf(condition.column))
  const members = [
    ...conditions.map(print),
    ...groups.map(group => `(${group.conditions.map(print).join(` ${operator[group.match]} `)})`),
  ]
  return members.length === 0 ? '' : `WHEN ${members.join(`\n  ${operator[match]} `)}`
}
