import {
  type GraphNode,
  type GraphNodeType,
  type SearchColumn,
  type SearchCondition,
  type SupportListId,
  searchLimits,
} from '@assay/risk-service/contract'
import { distinctValues, type ListedValues } from '../../../platform/event-actions/listed-values.ts'
import { defaultSearch, searchParameters } from '../../../platform/search-url/search-url.ts'

const lists: Partial<Record<GraphNodeType, SupportListId>> = {
  email: 'email',
  user: 'user',
  device: 'device',
  ip: 'ip',
  payment: 'payment',
}

const columns: Partial<Record<GraphNodeType, SearchColumn>> = {
  email: 'email',
  user: 'userId',
  device: 'deviceId',
  ip: 'ip',
  phone: 'phone',
}

/** Conditions that a search takes for the selection; more would not fit on one line of the search. */
const longest = 5

/** The values of the selected nodes for lists, by the kind of list; masked values are left out. */
export function listedValuesOf(nodes: readonly GraphNode[]): ListedValues {
  const found: Partial<Record<SupportListId, string[]>> = {}
  for (const { type, key } of nodes) {
    const list = lists[type]
    if (list && key !== null) found[list] = [...(found[list] ?? []), key]
  }
  return Object.fromEntries(Object.entries(found).map(([list, values]) => [list, distinctValues(values)]))
}

/**
 * The search for the events of any of the selected nodes; null where search has no condition for one of them, or takes
 * fewer values.
 * @param dates the days of the graph; undefined: its newest 90 days
 */
export function searchOf(nodes: readonly GraphNode[], dates?: { from: string; to: string }): URLSearchParams | null {
  const events = nodes.flatMap(({ event }) => (event ? [event] : []))
  const types = new Set(events.map(({ eventType }) => eventType))
  const eventType = events[0]?.eventType ?? defaultSearch.eventType
  if (types.size > 1) return null
  const values = new Map<SearchColumn, string[]>()
  for (const { type, key, event } of nodes) {
    const column = event ? 'externalId' : columns[type]
    if (column === undefined || key === null) return null
    values.set(column, [...(values.get(column) ?? []), event ? event.externalId : key])
  }
  if (values.size === 0 || values.size > longest) return null
  if ([...values.values()].some(each => each.length > searchLimits.values)) return null
  const conditions: SearchCondition[] = [...values].map(([column, each]) => ({ column, op: 'in', value: each }))
  return searchParameters({
    ...defaultSearch,
    eventType,
    filter: { ...defaultSearch.filter, period: '90d', ...(dates ? { dates } : {}), match: 'any', conditions },
  })
}
