import { createContext, useContext } from 'react'
import type { FilterField } from '../filter-bar/filter-model.ts'
import type { QueryGroup, QueryIssue, QueryItem, QueryStep } from './query-model.ts'

export interface QueryActions {
  replace: (item: QueryItem) => void
  /** Inserts a new condition or group after an item, or at the end of a group; the focus moves to it. */
  add: (kind: 'condition' | 'group', place: { after: string } | { group: string }) => void
  remove: (id: string) => void
  duplicate: (id: string) => void
  step: (id: string, step: QueryStep) => void
  canStep: (id: string, step: QueryStep) => boolean
}

export interface QueryContextValue extends QueryActions {
  root: QueryGroup
  fields: readonly FilterField[]
  issues: ReadonlyMap<string, QueryIssue>
  readOnly: boolean
  /** The item as text, for names and announcements. */
  textOf: (item: QueryItem) => string
}

export const QueryContext = createContext<QueryContextValue | null>(null)

/** The state shared by the parts of a `QueryBuilder`. */
export function useQuery(part: string): QueryContextValue {
  const value = useContext(QueryContext)
  if (!value)
    throw new Error(
      `${part}: there is no query to show because it stands outside of a QueryBuilder. Render it inside one.`,
    )
  return value
}
