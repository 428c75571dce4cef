import type { ReactNode } from 'react'
import { missingMark } from '../../lib/marks.ts'
import type { CellFormat } from '../cells/cell-format.ts'
import { type FilterKind, type FilterOperatorId, textOf } from './column-filter.ts'
import type { CsvValue } from './csv-value.ts'
import type { AggregateKind } from './table-lines.ts'

/** Arguments of a cell besides its row. */
export interface CellContext {
  format: CellFormat
  /** 0 on the one cell of the grid that has the roving focus, -1 elsewhere, undefined outside a grid. */
  tabIndex: 0 | -1 | undefined
}

/**
 * The name of a column, also in the column chooser and in exports: the id of a message, or a text in the reader's
 * language, for names from data and for applications without a catalogue.
 */
export type ColumnName = { labelId: string; label?: undefined } | { label: string; labelId?: undefined }

/** The name of a column in the reader's language. */
export const columnNameOf = (column: ColumnName, translate: (id: string) => string): string =>
  column.label === undefined ? translate(column.labelId) : column.label

/**
 * Edge of a column's head and cells. `number`: that of the units, which is the same in both directions of writing;
 * `end`: that of the last column of a table, where its commands stand.
 */
export type ColumnAlign = 'start' | 'number' | 'end'

/**
 * A column of `DataTable` and `SimpleTable`. Created by `createColumns`; the table converts it into its own definition.
 */
export type DataColumn<Row> = ColumnName & ColumnDefinition<Row>

interface ColumnDefinition<Row> {
  id: string
  align: ColumnAlign
  size: number
  minSize: number
  /** Undefined: sortable in a table that sorts its rows itself. */
  sortable: boolean | undefined
  /** Numbers and times are most often needed largest or newest first. */
  sortDescFirst: boolean
  rowHeader: boolean
  hideable: boolean
  /** Hidden until chosen in the column menu. */
  initiallyHidden: boolean
  /** Part of every export, also while hidden: what other columns cannot be read without. */
  alwaysExported: boolean
  /** The cell contains one control, which then gets the focus of the cell. */
  control: boolean
  cell: (row: Row, context: CellContext) => ReactNode
  /** The raw value, for copies and exports. */
  value: (row: Row) => CsvValue
  /** Decimals of its numbers in a CSV file; as many as a number has when null. */
  decimals: ((row: Row) => number) | null
  /** Kind of the filter in its header menu; null where the column cannot be filtered. */
  filter: FilterKind | null
  /** Values of a set; those of the rows when absent. */
  filterOptions: readonly string[] | null
  /** Text of a filter value, also when no row has it. */
  optionText: ((value: string) => string) | null
  /** Offered operators, where the owner of the rows supports fewer than the kind. */
  filterOperators: readonly FilterOperatorId[] | null
  groupable: boolean
  /** Aggregate of the rows inside a group, shown in its header. */
  aggregate: AggregateKind | null
  unit: ((row: Row) => string) | null
  aggregateText: (value: number, unit: string | null, format: CellFormat) => string
  /** The cell as plain text: for fast scrolling, for cards and for measuring. */
  text: (row: Row, format: CellFormat) => string
  /** Pixels of the graphics beside the text of a cell: a badge's edge and icon, a meter. */
  markWidth: number
}

export type ColumnOptions = ColumnName & ColumnSettings

interface ColumnSettings {
  size?: number
  minSize?: number
  /**
   * The header sorts. By default, it does so where the table sorts its rows itself (`processing="client"`): only the
   * owner of the rows knows by which columns a server can sort.
   */
  sortable?: boolean
  rowHeader?: boolean
  hideable?: boolean
  initiallyHidden?: boolean
  alwaysExported?: boolean
  /** False removes the filter from the header menu. */
  filter?: FilterKind | false
  filterOptions?: readonly string[]
  filterOperators?: readonly FilterOperatorId[]
  groupable?: boolean
  aggregate?: AggregateKind
}

/** Properties shared by all columns of a kind. */
export interface ColumnKind<Row> {
  size: number
  align?: ColumnAlign
  descFirst?: boolean
  control?: boolean
  filter?: FilterKind | null
  groupable?: boolean
  optionText?: (value: string) => string
  unit?: (row: Row) => string
  decimals?: (row: Row) => number
  aggregateText?: DataColumn<Row>['aggregateText']
  text?: DataColumn<Row>['text']
  markWidth?: number
}

const plainNumber: DataColumn<never>['aggregateText'] = (value, _, format) => format.number(value)

/** A column of a kind: the options of the caller override those of the kind. */
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
    ...(options.label === undefined ? { labelId: options.labelId } : { label: options.label }),
    align: kind.align ?? 'start',
    size: options.size ?? kind.size,
    minSize: options.minSize ?? 64,
    sortable: options.sortable,
    sortDescFirst: kind.descFirst ?? false,
    rowHeader,
    // Without its header cell, a screen reader could not name the row.
    hideable: rowHeader ? false : (options.hideable ?? true),
    initiallyHidden: options.initiallyHidden ?? false,
    alwaysExported: options.alwaysExported ?? false,
    decimals: kind.decimals ?? null,
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
