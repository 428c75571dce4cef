import type { MouseEvent, ReactNode } from 'react'
import type { CellFormat, TimeValue } from './cell-format.ts'
import { decisionMark, decisionText, missing, scoreMark, type ScoreLimits } from './cell-marks.tsx'
import { textOf, type FilterKind, type FilterOperatorId } from './column-filter.ts'
import type { CsvColumn, CsvValue } from './csv.ts'
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

interface Options {
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

interface Kind<Row> {
  size: number
  align?: 'start' | 'number'
  descFirst?: boolean
  control?: boolean
  filter?: FilterKind | null
  groupable?: boolean
  unit?: (row: Row) => string
  aggregateText?: DataColumn<Row>['aggregateText']
  text?: DataColumn<Row>['text']
  markWidth?: number
}

const plainNumber: DataColumn<never>['aggregateText'] = (value, _, format) => format.number(value)

function column<Row>(
  id: string,
  options: Options,
  kind: Kind<Row>,
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
    filterOperators: options.filterOperators ?? null,
    groupable: options.groupable ?? kind.groupable ?? false,
    aggregate: options.aggregate ?? null,
    unit: kind.unit ?? null,
    aggregateText: kind.aggregateText ?? plainNumber,
    markWidth: kind.markWidth ?? 0,
    value,
    cell,
    text: kind.text ?? (row => textOf(value(row)) || dash),
  }
}

const dash = '–'
/** Text of a number that may be missing. */
function numeric<Row>(value: (row: Row) => Maybe<number>, format: (value: number, row: Row, cells: CellFormat) => string): DataColumn<Row>['text'] {
  return (row, cells) => {
    const found = value(row)
    return found === null || found === undefined ? dash : format(found, row, cells)
  }
}

/** Digits read left to right in every script: isolated, units line up on the same edge in both directions. */
function number(text: string) {
  return <span dir="ltr" className="block min-w-0 flex-1 truncate text-end tabular-nums">{text}</span>
}

function isoTime(value: TimeValue | null | undefined): CsvValue {
  return value === null || value === undefined ? null : new Date(value)
}

type Maybe<T> = T | null | undefined

function timeText<Row>(value: (row: Row) => Maybe<TimeValue>, format: (value: TimeValue, cells: CellFormat) => string): DataColumn<Row>['text'] {
  return (row, cells) => {
    const found = value(row)
    return found === null || found === undefined ? dash : format(found, cells)
  }
}

/** Column kit: one call per column, every cell localised, direction-safe and cheap enough for 100,000 rows. */
export function createColumns<Row>() {
  return {
    /** Free text from data, with its own direction. */
    text: (id: string, options: Options & { value: (row: Row) => Maybe<string>; mono?: boolean; secondary?: boolean }) =>
      column<Row>(id, options, { size: 200, filter: 'text', groupable: true }, options.value, row => {
        const value = options.value(row)
        if (!value) return missing
        return options.mono
          ? <bdi dir="ltr" className="truncate font-mono text-fg-secondary">{value}</bdi>
          : <bdi className={options.secondary ? 'truncate text-fg-secondary' : 'truncate'}>{value}</bdi>
      }),

    /** The id that opens the row: a link, so that it can be opened in a new tab too. */
    idLink: (id: string, options: Options & { value: (row: Row) => string; href?: (row: Row) => string }) =>
      column<Row>(id, { rowHeader: true, ...options }, { size: 160, control: true, filter: 'text' }, options.value, (row, { tabIndex }) => (
        <a
          href={options.href?.(row) ?? '#'}
          data-row-open=""
          tabIndex={tabIndex}
          dir="ltr"
          className="truncate font-medium text-link hover:underline focus-ring"
          onClick={options.href ? undefined : (event: MouseEvent) => event.preventDefault()}
        >
          {options.value(row)}
        </a>
      )),

    money: (id: string, options: Options & { value: (row: Row) => Maybe<number>; currency: (row: Row) => string }) =>
      column<Row>(id, options, {
        size: 140, align: 'number', descFirst: true, filter: 'number', unit: options.currency,
        aggregateText: (value, unit, format) => (unit === null ? format.number(value, 2) : format.money(value, unit)),
        text: numeric(options.value, (value, row, format) => format.money(value, options.currency(row))),
      }, options.value, (row, { format }) => {
        const value = options.value(row)
        return number(value === null || value === undefined ? dash : format.money(value, options.currency(row)))
      }),

    number: (id: string, options: Options & { value: (row: Row) => Maybe<number>; digits?: 0 | 2 }) =>
      column<Row>(id, options, { size: 100, align: 'number', descFirst: true, filter: 'number', text: numeric(options.value, (value, _, format) => format.number(value, options.digits)) }, options.value, (row, { format }) => {
        const value = options.value(row)
        return number(value === null || value === undefined ? dash : format.number(value, options.digits))
      }),

    /** A share between 0 and 1. */
    percent: (id: string, options: Options & { value: (row: Row) => Maybe<number> }) =>
      column<Row>(id, options, {
        size: 100, align: 'number', descFirst: true, filter: 'number', aggregateText: (value, _, format) => format.percent(value),
        text: numeric(options.value, (value, _, format) => format.percent(value)),
      }, options.value, (row, { format }) => {
        const value = options.value(row)
        return number(value === null || value === undefined ? dash : format.percent(value))
      }),

    score: (id: string, options: Options & { value: (row: Row) => Maybe<number>; limits?: ScoreLimits }) =>
      column<Row>(id, options, { size: 120, descFirst: true, filter: 'number', markWidth: 56 }, options.value, row => scoreMark(options.value(row), options.limits)),

    decision: (id: string, options: Options & { value: (row: Row) => Maybe<string> }) =>
      column<Row>(id, options, { size: 120, filter: 'decision', groupable: true, markWidth: 32, text: (row, format) => decisionText(options.value(row), format) }, options.value, (row, { format }) => decisionMark(options.value(row), format)),

    dateTime: (id: string, options: Options & { value: (row: Row) => Maybe<TimeValue> }) =>
      column<Row>(id, options, { size: 196, descFirst: true, filter: 'date', text: timeText(options.value, (value, format) => format.dateTime(value)) }, row => isoTime(options.value(row)), (row, { format }) => {
        const value = options.value(row)
        return value === null || value === undefined
          ? missing
          : <span className="text-fg-secondary tabular-nums">{format.dateTime(value)}</span>
      }),

    /** Time from `now`; absolute after seven days. `now` is given, so that all rows agree. */
    relativeTime: (id: string, options: Options & { value: (row: Row) => Maybe<TimeValue>; now: () => number }) =>
      column<Row>(id, options, { size: 140, descFirst: true, filter: 'date', text: timeText(options.value, (value, format) => format.relative(value, options.now())) }, row => isoTime(options.value(row)), (row, { format }) => {
        const value = options.value(row)
        return value === null || value === undefined
          ? missing
          : <span className="text-fg-secondary" title={format.dateTime(value)}>{format.relative(value, options.now())}</span>
      }),

    /** An ISO 3166 code, shown by its name in the reader's language. */
    country: (id: string, options: Options & { value: (row: Row) => Maybe<string> }) =>
      column<Row>(id, options, {
        size: 140, filter: 'set', groupable: true,
        text: (row, format) => {
          const value = options.value(row)
          return value ? format.country(value) : dash
        },
      }, options.value, (row, { format }) => {
        const value = options.value(row)
        return value ? <span>{format.country(value)}</span> : missing
      }),

    /** Short labels; what does not fit is cut, the export holds all. */
    tags: (id: string, options: Options & { value: (row: Row) => readonly string[] }) =>
      column<Row>(id, options, { size: 180, filter: 'set', text: row => options.value(row).join(', ') || dash }, options.value, row => {
        const values = options.value(row)
        if (values.length === 0) return missing
        return (
          <span className="flex gap-1 overflow-hidden">
            {values.map((value, i) => (
              <bdi key={`${value}${i}`} className="shrink-0 rounded-chip border border-line-subtle bg-surface-sunken px-1.5 text-xs text-fg-secondary">{value}</bdi>
            ))}
          </span>
        )
      }),

    /** Any other content. Keep it cheap: it is drawn anew for every row that scrolls by. */
    custom: (id: string, options: Options & { value: (row: Row) => CsvValue; cell: DataColumn<Row>['cell']; text?: DataColumn<Row>['text']; align?: 'start' | 'number'; control?: boolean }) =>
      column<Row>(id, options, { size: 160, align: options.align ?? 'start', control: options.control ?? false, ...(options.text ? { text: options.text } : {}) }, options.value, options.cell),
  }
}

/** Columns for `toCsv`, in the given order, with their names in the reader's language. */
export function csvColumns<Row>(columns: readonly DataColumn<Row>[], message: (id: string) => string): CsvColumn<Row>[] {
  return columns.map(({ labelId, label, value }) => ({ name: label ?? message(labelId), value }))
}
