import {
  emptinessOperators,
  limitOperators,
  listOperators,
  type SearchColumn,
  type SearchCondition,
  type SearchFilter,
  type SearchGroup,
  searchColumns,
  searchFieldPattern,
  searchLimits,
  searchPeriods,
  textOperators,
} from '@assay/risk-service/contract'

/** The filter of a search as its page and its address have it. The time zone of its days is that of the reader. */
export type SearchFilterState = Omit<SearchFilter, 'timeZone'>

/** The state in the address of the search page. */
export interface SearchState {
  /** Assessment of the events that are searched. */
  eventType: string
  filter: SearchFilterState
  sort: { column: SearchColumn; direction: 'asc' | 'desc' }
  /** The merchant's id of the selected event. */
  row: string | null
}

/** URL parameter with the correlation id of a refused call, which the page shows above the results. */
export const refusedParameter = 'call'

export const defaultSearch: SearchState = {
  eventType: 'purchase',
  filter: { period: '7d', match: 'all', conditions: [], groups: [] },
  sort: { column: 'at', direction: 'desc' },
  row: null,
}

const isColumn = (text: string | undefined): text is SearchColumn => searchColumns.some(column => column === text)
const has = <T extends string>(values: readonly T[], text: string | undefined): text is T =>
  values.some(value => value === text)

/** `column:operator:value`; several values are escaped one by one, so that they may contain commas. */
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
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const decimal = /^-?\d+(\.\d+)?$/
const numberOrText = (text: string): number | string => (decimal.test(text) ? Number(text) : text)

/**
 * Null for what makes no sense; the service checks the rest. A field that the events do not have stays: leaving it out
 * would show other events. By hand, so that the first page does not load the validator.
 */
function decodeCondition(text: string): SearchCondition | null {
  const [column = '', op, ...rest] = text.split(':')
  const value = rest.join(':').trim()
  if (!searchFieldPattern.test(column)) return null
  if (has(emptinessOperators, op)) return { column, op }
  if (value === '') return null
  const values = () => value.split(',').map(unescaped).filter(Boolean)
  if (has(listOperators, op)) return { column, op, value: values() }
  if (has(limitOperators, op))
    return decimal.test(value)
      ? { column, op, value: Number(value) }
      : isoTime.test(value)
        ? { column, op, value }
        : null
  if (op === 'between') {
    const [from, to, ...more] = values()
    return from === undefined || to === undefined || more.length > 0
      ? null
      : { column, op, value: [numberOrText(from), numberOrText(to)] }
  }
  if (op === 'lastDays') return /^\d{1,3}$/.test(value) ? { column, op, value: Number(value) } : null
  return has(textOperators, op) ? { column, op, value } : null
}

const decodeAll = (texts: readonly string[]): SearchCondition[] =>
  texts.flatMap(text => decodeCondition(text) ?? []).slice(0, searchLimits.filters)

const groupNumbers = Array.from({ length: searchLimits.groups }, (_, index) => index + 1)

/** Query of the address for a search; what equals the default is left out. */
export function searchParameters(state: {
  eventType?: string
  filter?: Partial<SearchFilterState>
  sort?: SearchState['sort']
  row?: string | null
}): URLSearchParams {
  const query = new URLSearchParams()
  const { eventType = defaultSearch.eventType } = state
  if (eventType !== defaultSearch.eventType) query.set('type', eventType)
  const { period, match, conditions, groups, dates } = { ...defaultSearch.filter, ...state.filter }
  if (dates) query.set('dates', `${dates.from}_${dates.to}`)
  else if (period !== defaultSearch.filter.period) query.set('period', period)
  if (match === 'any') query.set('match', match)
  for (const condition of conditions) query.append('f', encodeCondition(condition))
  groups.forEach((group, index) => {
    if (group.match === 'any') query.set(`match${index + 1}`, group.match)
    for (const condition of group.conditions) query.append(`f${index + 1}`, encodeCondition(condition))
  })
  const { column, direction } = state.sort ?? defaultSearch.sort
  if (column !== 'at' || direction !== 'desc') query.set('sort', `${column}:${direction}`)
  if (state.row) query.set('row', state.row)
  return query
}

function parseDates(text: string | null): SearchFilter['dates'] {
  const [from = '', to = ''] = (text ?? '').split('_')
  return isoDay.test(from) && isoDay.test(to) && from <= to ? { from, to } : undefined
}

/** Reads an address; parts that make no sense are left out, so that an old link still opens. */
export function parseSearch(query: URLSearchParams): SearchState {
  const period = searchPeriods.find(each => each === query.get('period')) ?? defaultSearch.filter.period
  const type = query.get('type') ?? ''
  const [column, direction] = (query.get('sort') ?? '').split(':')
  const dates = parseDates(query.get('dates'))
  const matchOf = (name: string): SearchGroup['match'] => (query.get(name) === 'any' ? 'any' : 'all')
  const conditions = decodeAll(query.getAll('f'))
  const groups = groupNumbers
    .map(
      (number): SearchGroup => ({
        match: matchOf(`match${number}`),
        conditions: decodeAll(query.getAll(`f${number}`)),
      }),
    )
    .filter(group => group.conditions.length > 0)
    .slice(0, searchLimits.groups - (conditions.length > 0 ? 1 : 0))
  return {
    eventType: /^\w{1,60}$/.test(type) ? type : defaultSearch.eventType,
    filter: { period, ...(dates ? { dates } : {}), match: matchOf('match'), conditions, groups },
    sort: isColumn(column) ? { column, direction: direction === 'asc' ? 'asc' : 'desc' } : defaultSearch.sort,
    row: query.get('row'),
  }
}

/** Every condition of a filter, in reading order. */
export const allConditions = ({ conditions, groups }: Pick<SearchFilterState, 'conditions' | 'groups'>) => [
  ...conditions,
  ...groups.flatMap(group => group.conditions),
]

/** The conditions that a test retains, in their groups; a group without any is removed. */
export const retainConditions = (
  { conditions, groups }: Pick<SearchFilterState, 'conditions' | 'groups'>,
  isRetained: (condition: SearchCondition) => boolean,
): Pick<SearchFilterState, 'conditions' | 'groups'> => ({
  conditions: conditions.filter(isRetained),
  groups: groups
    .map(group => ({ ...group, conditions: group.conditions.filter(isRetained) }))
    .filter(group => group.conditions.length > 0),
})
