import {
  type SearchColumn,
  type SearchCondition,
  type SearchFilter,
  searchColumns,
  searchPeriods,
} from '@assay/risk-service/contract'

/** The state in the address of the search page. */
export interface SearchState {
  /** Assessment of the events that are searched. */
  eventType: string
  filter: { period: SearchFilter['period']; conditions: SearchCondition[] }
  sort: { column: SearchColumn; direction: 'asc' | 'desc' }
  /** The merchant's id of the selected event. */
  row: string | null
}

export const defaultSearch: SearchState = {
  eventType: 'purchase',
  filter: { period: '7d', conditions: [] },
  sort: { column: 'at', direction: 'desc' },
  row: null,
}

const isColumn = (text: string | undefined): text is SearchColumn => searchColumns.some(column => column === text)

/** `column:operator:value`; the values of `in` are escaped one by one, so that they may contain commas. */
function encodeCondition(condition: SearchCondition): string {
  if (!('value' in condition)) return `${condition.column}:${condition.op}`
  const value = Array.isArray(condition.value)
    ? condition.value.map(encodeURIComponent).join(',')
    : String(condition.value)
  return `${condition.column}:${condition.op}:${value}`
}

/** A lone `%` in an old or hand-made address stays unchanged. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Null for what makes no sense; the service checks the rest. By hand, so that the first page does not load the
 * validator.
 */
function decodeCondition(text: string): SearchCondition | null {
  const [column, op, ...rest] = text.split(':')
  const value = rest.join(':').trim()
  if (!isColumn(column)) return null
  if (op === 'empty' || op === 'notEmpty') return { column, op }
  if (value === '') return null
  if (op === 'in') return { column, op, value: value.split(',').map(unescaped).filter(Boolean) }
  if (op === 'gte' || op === 'lte')
    return /^-?\d+(\.\d+)?$/.test(value)
      ? { column, op, value: Number(value) }
      : isoTime.test(value)
        ? { column, op, value }
        : null
  return op === 'eq' || op === 'neq' || op === 'contains' ? { column, op, value } : null
}

/** Query of the address for a search; what equals the default is left out. */
export function searchParameters(state: {
  eventType?: string
  filter?: Partial<SearchState['filter']>
  sort?: SearchState['sort']
  row?: string | null
}): URLSearchParams {
  const query = new URLSearchParams()
  const { eventType = defaultSearch.eventType } = state
  if (eventType !== defaultSearch.eventType) query.set('type', eventType)
  const { period = defaultSearch.filter.period, conditions = [] } = state.filter ?? {}
  if (period !== defaultSearch.filter.period) query.set('period', period)
  for (const condition of conditions) query.append('f', encodeCondition(condition))
  const { column, direction } = state.sort ?? defaultSearch.sort
  if (column !== 'at' || direction !== 'desc') query.set('sort', `${column}:${direction}`)
  if (state.row) query.set('row', state.row)
  return query
}

/** Reads an address; parts that make no sense are left out, so that an old link still opens. */
export function parseSearch(query: URLSearchParams): SearchState {
  const period = searchPeriods.find(each => each === query.get('period')) ?? defaultSearch.filter.period
  const type = query.get('type') ?? ''
  const [column, direction] = (query.get('sort') ?? '').split(':')
  return {
    eventType: /^\w{1,60}$/.test(type) ? type : defaultSearch.eventType,
    filter: {
      period,
      conditions: query
        .getAll('f')
        .flatMap(text => decodeCondition(text) ?? [])
        .slice(0, 20),
    },
    sort: isColumn(column) ? { column, direction: direction === 'asc' ? 'asc' : 'desc' } : defaultSearch.sort,
    row: query.get('row'),
  }
}
