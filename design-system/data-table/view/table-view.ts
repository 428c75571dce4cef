import { dequal } from 'dequal/lite'
import type { ColumnFilter } from '../model/column-filter.ts'
import type { SortKey } from '../row-index/row-index.ts'

export type TableDensity = 'compact' | 'comfortable' | 'spacious'

/** The view of a table as plain data: can be stored, put into an address and shared. */
export interface TableView {
  sorting: readonly SortKey[]
  filters: readonly ColumnFilter[]
  /** Column ids in their order; unlisted columns follow. */
  order: readonly string[]
  /** Visibility by column id; unlisted columns are visible. */
  visibility: Readonly<Record<string, boolean>>
  pinned: { readonly start: readonly string[]; readonly end: readonly string[] }
  /** Widths of the columns whose width was changed, in pixels at the usual text size. */
  sizes: Readonly<Record<string, number>>
  /** Columns to group by, at most two. */
  grouping: readonly string[]
  /** Null follows the page. */
  density: TableDensity | null
}

export const emptyView: TableView = {
  sorting: [],
  filters: [],
  order: [],
  visibility: {},
  pinned: { start: [], end: [] },
  sizes: {},
  grouping: [],
  density: null,
}

/** The properties of a column that the view depends on. */
export interface ViewColumn {
  id: string
  rowHeader: boolean
  initiallyHidden: boolean
}

/** The initial view of a table: the columns in their original order, the given ones (else the first) pinned. */
export function initialView(columns: readonly ViewColumn[], pinned?: readonly string[]): TableView {
  const first = columns[0]?.id
  return {
    ...emptyView,
    visibility: Object.fromEntries(columns.filter(column => column.initiallyHidden).map(column => [column.id, false])),
    pinned: { start: pinned ?? (first === undefined ? [] : [first]), end: [] },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textList = (value: unknown) => [...new Set(listOf(value).filter(entry => typeof entry === 'string'))]

/**
 * Parses a view from outside (an address, an older version of the product), reduced to the columns of this table.
 * Unknown columns and invalid parts are dropped, nothing throws; missing parts are those of `base`.
 */
export function readView(input: unknown, columns: readonly ViewColumn[], base: TableView): TableView {
  if (!isRecord(input)) return base
  const ids = new Set(columns.map(column => column.id))
  const existingIds = (value: unknown) => textList(value).filter(id => ids.has(id))
  const heads = new Set(columns.filter(column => column.rowHeader).map(column => column.id))
  const pinned = isRecord(input['pinned']) ? input['pinned'] : null
  const start = pinned ? existingIds(pinned['start']) : base.pinned.start
  const density = input['density']
  return {
    sorting:
      'sorting' in input
        ? listOf(input['sorting']).flatMap(entry =>
            isRecord(entry) && typeof entry['id'] === 'string' && ids.has(entry['id'])
              ? [{ id: entry['id'], desc: entry['desc'] === true }]
              : [],
          )
        : base.sorting,
    filters: 'filters' in input ? listOf(input['filters']).flatMap(readFilter) : base.filters,
    order: 'order' in input ? existingIds(input['order']) : base.order,
    visibility: isRecord(input['visibility'])
      ? Object.fromEntries(
          Object.entries(input['visibility']).filter(
            (entry): entry is [string, boolean] =>
              ids.has(entry[0]) && typeof entry[1] === 'boolean' && !(heads.has(entry[0]) && !entry[1]),
          ),
        )
      : base.visibility,
    pinned: { start, end: (pinned ? existingIds(pinned['end']) : base.pinned.end).filter(id => !start.includes(id)) },
    sizes: isRecord(input['sizes'])
      ? Object.fromEntries(
          Object.entries(input['sizes']).filter(
            (entry): entry is [string, number] =>
              ids.has(entry[0]) && typeof entry[1] === 'number' && Number.isFinite(entry[1]) && entry[1] > 0,
          ),
        )
      : base.sizes,
    grouping: 'grouping' in input ? existingIds(input['grouping']).slice(0, 2) : base.grouping,
    density:
      density === 'compact' || density === 'comfortable' || density === 'spacious'
        ? density
        : 'density' in input
          ? null
          : base.density,
  }
}

function readFilter(entry: unknown): ColumnFilter[] {
  if (!isRecord(entry)) return []
  const { id, field, operator, values } = entry
  if (typeof field !== 'string' || typeof operator !== 'string') return []
  return [
    {
      id: typeof id === 'string' ? id : field,
      field,
      operator,
      values: listOf(values).filter(value => typeof value === 'string'),
    },
  ]
}

/** A view as a store returns it: without the members that are undefined. */
const asStored = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)

/** Deep equality of two pieces of plain data. The order of keys does not count, missing is the same as undefined. */
export const isDeepEqual = (a: unknown, b: unknown): boolean => dequal(asStored(a), asStored(b))

/** Column ids in their order: pinned at the start, the middle, pinned at the end. */
export function orderedIds(
  columns: readonly ViewColumn[],
  view: Pick<TableView, 'order' | 'pinned'>,
): { start: string[]; center: string[]; end: string[] } {
  const ids = columns.map(column => column.id)
  const named = view.order.filter(id => ids.includes(id))
  // A column of a newer version is inserted at its position among the declared columns.
  const all = [...named]
  ids.forEach((id, i) => {
    if (named.includes(id)) return
    const before = ids.slice(0, i).findLast(previous => all.includes(previous))
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, id)
  })
  const start = view.pinned.start.filter(id => ids.includes(id))
  const end = view.pinned.end.filter(id => ids.includes(id) && !start.includes(id))
  return { start, center: all.filter(id => !start.includes(id) && !end.includes(id)), end }
}

export type PinSide = 'start' | 'end' | null

export function sideOf(view: Pick<TableView, 'pinned'>, id: string): PinSide {
  return view.pinned.start.includes(id) ? 'start' : view.pinned.end.includes(id) ? 'end' : null
}

export function pinColumn(view: TableView, id: string, side: PinSide): TableView {
  const start = view.pinned.start.filter(entry => entry !== id)
  const end = view.pinned.end.filter(entry => entry !== id)
  return {
    ...view,
    pinned: { start: side === 'start' ? [...start, id] : start, end: side === 'end' ? [id, ...end] : end },
  }
}

/**
 * The view with a column moved one visible position towards the start (-1) or end (1) of its part; the same view where
 * that is not possible.
 */
export function moveColumn(columns: readonly ViewColumn[], view: TableView, id: string, step: -1 | 1): TableView {
  const side = sideOf(view, id)
  const part = orderedIds(columns, view)[side ?? 'center']
  const shown = part.filter(entry => view.visibility[entry] !== false || entry === id)
  const neighbour = shown[shown.indexOf(id) + step]
  return neighbour === undefined ? view : placeColumn(columns, view, id, neighbour)
}

/** The view with a column at the position of another, as after a drag. It joins the part of the other one. */
export function placeColumn(columns: readonly ViewColumn[], view: TableView, id: string, target: string): TableView {
  if (id === target) return view
  const from = sideOf(view, id)
  const to = sideOf(view, target)
  const moved = from === to ? view : pinColumn(view, id, to)
  const parts = orderedIds(columns, moved)
  const part = parts[to ?? 'center']
  const before = orderedIds(columns, view)[to ?? 'center']
  const forward = from === to && before.indexOf(id) < before.indexOf(target)
  const rest = part.filter(entry => entry !== id)
  rest.splice(rest.indexOf(target) + (forward ? 1 : 0), 0, id)
  if (to !== null) return { ...moved, pinned: { ...moved.pinned, [to]: rest } }
  return { ...moved, order: [...parts.start, ...rest, ...parts.end] }
}
