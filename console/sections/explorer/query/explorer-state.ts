import type { FilterCondition } from '@assay/design-system'
import {
  colourModes,
  type GraphColour,
  type GraphLayout,
  type GraphSize,
  type GraphView,
  graphViews,
  layoutNames,
  sizeModes,
} from '@assay/design-system/graph'
import {
  type GraphKey,
  graphKeys,
  type Ring,
  type RingOrder,
  ringOrders,
  ringStatuses,
} from '@assay/risk-service/contract'

/** Where the graph starts; null: the ontology. */
export type ExplorerStart =
  | { kind: 'key'; key: GraphKey; value: string }
  | { kind: 'event'; eventType: string; id: string }
  | { kind: 'node'; node: string }
  | { kind: 'ring'; ring: string }

/** Everything that the address of the explorer has: sending it shows the same graph, read again. */
export interface ExplorerState {
  start: ExplorerStart | null
  /** Whole days; null: the newest 90 days. */
  dates: { from: string; to: string } | null
  filters: readonly Pick<FilterCondition, 'field' | 'operator' | 'values'>[]
  /** Nodes that the filters leave out are drawn pale. */
  fades: boolean
  /** Nodes whose neighbours were loaded. */
  expanded: readonly string[]
  /** Hubs that are walked through. */
  walked: readonly string[]
  selected: readonly string[]
  path: readonly [from: string, to: string] | null
  view: GraphView | null
  layout: GraphLayout
  colour: GraphColour
  size: GraphSize
  /** Which rings are listed, and in which order. */
  ringStatus: Ring['status']
  ringOrder: RingOrder
}

/** What an address without parameters stands for. */
export const defaultExplorer: ExplorerState = {
  start: null,
  dates: null,
  filters: [],
  fades: false,
  expanded: [],
  walked: [],
  selected: [],
  path: null,
  view: null,
  layout: 'concentric',
  colour: 'band',
  size: 'constant',
  ringStatus: 'open',
  ringOrder: 'score',
}

/** Which query a state shows: its start and what counts, without how it is shown. */
export const queryKeyOf = ({ start, dates, filters }: ExplorerState): string => JSON.stringify([start, dates, filters])

/** Longer lists are left out of the address; who opens it elsewhere sees the graph without them. */
const longestList = 20
const oneOf = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find(each => each === value)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function parseStart(parameters: URLSearchParams): ExplorerStart | null {
  const node = parameters.get('node')
  if (node) return { kind: 'node', node }
  const ring = parameters.get('ring')
  if (ring && uuid.test(ring)) return { kind: 'ring', ring }
  const [eventType, id] = [parameters.get('type'), parameters.get('event')]
  if (eventType && id) return { kind: 'event', eventType, id }
  const [key, value] = [oneOf(graphKeys, parameters.get('key')), parameters.get('value')?.trim()]
  return key && value ? { kind: 'key', key, value } : null
}

const unescaped = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const day = /^\d{4}-\d\d-\d\d$/

function isDay(text: string): boolean {
  const time = day.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse reads 30 February as 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Days from the earliest on; null where none of them is left. */
function parseDates(from: string, to: string, earliest: string): ExplorerState['dates'] {
  if (!isDay(from) || !isDay(to) || from > to || to < earliest) return null
  return { from: from < earliest ? earliest : from, to }
}

/**
 * The state of an address; what makes no sense in it is left out.
 * @param earliest the first day of which there are events
 */
export function parseExplorer(parameters: URLSearchParams, earliest = ''): ExplorerState {
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  const [start, end] = parameters.getAll('path')
  return {
    start: parseStart(parameters),
    dates: parseDates(from, to, earliest),
    filters: parameters.getAll('f').flatMap(text => {
      const [field = '', operator = '', ...rest] = text.split(':')
      const values = rest.join(':').split(',').map(unescaped).filter(Boolean)
      return field === '' || operator === '' ? [] : [{ field, operator, values }]
    }),
    fades: parameters.get('others') === 'fade',
    expanded: parameters.getAll('x').slice(0, longestList),
    walked: parameters.getAll('walk').slice(0, longestList),
    selected: parameters.getAll('sel').slice(0, longestList),
    path: start && end ? [start, end] : null,
    view: oneOf(graphViews, parameters.get('view')) ?? null,
    layout: oneOf(layoutNames, parameters.get('layout')) ?? defaultExplorer.layout,
    colour: oneOf(colourModes, parameters.get('colour')) ?? defaultExplorer.colour,
    size: oneOf(sizeModes, parameters.get('size')) ?? defaultExplorer.size,
    ringStatus: oneOf(ringStatuses, parameters.get('ringStatus')) ?? defaultExplorer.ringStatus,
    ringOrder: oneOf(ringOrders, parameters.get('ringOrder')) ?? defaultExplorer.ringOrder,
  }
}

/** The parameters of a state, without those that are as usual. */
export function explorerParameters(state: ExplorerState): URLSearchParams {
  const parameters = new URLSearchParams()
  const { start, dates } = state
  if (start?.kind === 'key') {
    parameters.set('key', start.key)
    parameters.set('value', start.value)
  } else if (start?.kind === 'event') {
    parameters.set('type', start.eventType)
    parameters.set('event', start.id)
  } else if (start?.kind === 'node') {
    parameters.set('node', start.node)
  } else if (start?.kind === 'ring') {
    parameters.set('ring', start.ring)
  }
  if (dates) {
    parameters.set('from', dates.from)
    parameters.set('to', dates.to)
  }
  for (const { field, operator, values } of state.filters) {
    parameters.append('f', `${field}:${operator}:${values.map(encodeURIComponent).join(',')}`)
  }
  if (state.fades) parameters.set('others', 'fade')
  const lists = { x: state.expanded, walk: state.walked, sel: state.selected, path: state.path ?? [] }
  for (const [name, ids] of Object.entries(lists)) {
    if (ids.length <= longestList) for (const id of ids) parameters.append(name, id)
  }
  for (const name of ['view', 'layout', 'colour', 'size', 'ringStatus', 'ringOrder'] as const) {
    const value = state[name]
    if (value !== null && value !== defaultExplorer[name]) parameters.set(name, value)
  }
  return parameters
}
