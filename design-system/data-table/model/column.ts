import type { ReactNode } from 'react'
import { missingMark } from '../../lib/marks.ts'
import type { CellFormat } from '../cells/cell-format.ts'
import { type FilterKind, type FilterOperatorId, textOf } from './column-filter.ts'
import type { CsvValue } from './csv-value.ts'
import type { AggregateKind } from './table-lines.ts'

/** What a cell is given besides its row. */
export interface CellContext {
  format: CellFormat
  /** 0 on the one cell of the grid that has the roving focus, -1 elsewhere, undefined outside a grid. */
  tabIndex: 0 | -1 | undefined
}

/** A column of `DataTable` and `SimpleTable`. Made by `createColumns`; the table turns it into its own definition. */
export interface DataColumn<Row> {
  id: string
  /** Message id of the column name; also its name in the column chooser and, translated, in exports. */
  labelId: string
  /** A name that comes from data (a series of a chart), in place of the message. */
  label?: string
  align: 'start' | 'number'
  size: number
  minSize: number
  sortable: boolean
  /** Numbers and times are most often wanted largest or newest first. */
  sortDescFirst: boolean
  rowHeader: boolean
  hideable: boolean
  /** Not shown until chosen in the column menu. */
  initiallyHidden: boolean
  /** The cell holds one control, which then takes the focus of the cell. */
  control: boolean
  cell: (row: Row, context: CellContext) => ReactNode
  /** The raw value, for copies and exports. */
  value: (row: Row) => CsvValue
  /** What the filter of its header menu asks for; null where the column cannot be filtered. */
  filter: FilterKind | null
  /** Values of a set; those of the rows when absent. */
  filterOptions: readonly string[] | null
  /** What one of them is called, also when no row has it. */
  optionText: ((value: string) => string) | null
  /** What its filter offers, where the owner of the rows can do less than its kind. */
  filterOperators: readonly FilterOperatorId[] | null
  groupable: boolean
  /** What the head of a group shows of the rows inside. */
  aggregate: AggregateKind | null
  unit: ((row: Row) => string) | null
  aggregateText: (value: number, unit: string | null, format: CellFormat) => string
  /** The cell as plain text: for the moments in which rows fly past, for cards and measures. */
  text: (row: Row, format: CellFormat) => string
  /** Pixels that the cell draws beside its text: a badge's edge and icon, a meter. */
  markWidth: number
}

export interface ColumnOptions {
  labelId: string
  size?: number
  minSize?: number
  sortable?: boolean
  rowHeader?: boolean
  hideable?: boolean
  initiallyHidden?: boolean
  /** False takes the filter out of the header menu. */
  filter?: FilterKind | false
  filterOptions?: readonly string[]
  filterOperators?: readonly FilterOperatorId[]
  groupable?: boolean
  aggregate?: AggregateKind
}

/** What is the same for all columns of a kind. */
export interface ColumnKind<Row> {
  size: number
  align?: 'start' | 'number'
  descFirst?: boolean
  control?: boolean
  filter?: FilterKind | null
  groupable?: boolean
  optionText?: (value: string) => string
  unit?: (row: Row) => string
  aggregateText?: DataColumn<Row>['aggregateText']
  text?: DataColumn<Row>['text']
  markWidth?: number
}

const plainNumber: DataColumn<never>['aggregateText'] = (value, _, format) => format.number(value)

/** A column of a kind: what the caller says goes before what the kind says. */
export function column<Row>(
  id: string,
  options: ColumnOptions,
  kind: ColumnKind<Row>,
  value: (row: Row) => CsvValue,
  cell: DataColumn<Row>['cell'],
): DataColumn<Row> {
  const rowHeader = options.rowHeader ?? false
  return {
    id,
    labelId: options.labelId,
    align: kind.align ?? 'start',
    size: options.size ?? kind.size,
    minSize: options.minSize ?? 64,
    sortable: options.sortable ?? false,
    sortDescFirst: kind.descFirst ?? false,
    rowHeader,
    // A row without its head could not be named by a screen reader.
    hideable: rowHeader ? false : (options.hideable ?? true),
    initiallyHidden: options.initiallyHidden ?? false,
    control: kind.control ?? false,
    filter: options.filter === false ? null : (options.filter ?? kind.filter ?? null),
    filterOptions: options.filterOptions ?? null,
    optionText: kind.optionText ?? null,
    filterOperators: options.filterOperators ?? null,
    groupable: options.groupable ?? kind.groupable ?? false,
    aggregate: options.aggregate ?? null,
    unit: kind.unit ?? null,
    aggregateText: kind.aggregateText ?? plainNumber,
    markWidth: kind.markWidth ?? 0,
    value,
    cell,
    text: kind.text ?? (row => textOf(value(row)) || missingMark),
  }
}

export type Maybe<T> = T | null | undefined
