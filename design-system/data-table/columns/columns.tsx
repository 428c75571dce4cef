import type { MouseEvent } from 'react'
import type { TimeValue } from '../cells/cell-format.ts'
import {
  decisionMark,
  decisionText,
  missing,
  type ScoreLimits,
  scoreMark,
  statusMark,
  statusText,
} from '../cells/cell-marks.tsx'
import type { CsvColumn, CsvValue } from '../export/csv.ts'
import {
  type ColumnOptions,
  column,
  type DataColumn,
  dash,
  finiteOrUndefined,
  isoTime,
  type Maybe,
  timeText,
} from './column.ts'

export type { CellContext, DataColumn } from './column.ts'

/** Digits read left to right in every script: isolated, units line up on the same edge in both directions. */
function numberColumn(text: string) {
  return (
    <span dir="ltr" className="block min-w-0 flex-1 truncate text-end tabular-nums">
      {text}
    </span>
  )
}

/**
 * Column kit: one call per column, every cell localised, direction-safe and cheap enough for 100,000 rows. Boxes to
 * select rows and their actions are no columns of data, which could be hidden, sorted or exported: `selectable` and
 * `rowActions` of the table make them.
 */
export function createColumns<Row>() {
  return {
    /** Free text from data, with its own direction. */
    text: (
      id: string,
      options: ColumnOptions & { value: (row: Row) => Maybe<string>; mono?: boolean; secondary?: boolean },
    ) =>
      column<Row>(id, options, { size: 200, filter: 'text', groupable: true }, options.value, row => {
        const value = options.value(row)
        if (!value) return missing
        return options.mono ? (
          <bdi dir="ltr" className="truncate font-mono text-fg-secondary">
            {value}
          </bdi>
        ) : (
          <bdi className={options.secondary ? 'truncate text-fg-secondary' : 'truncate'}>{value}</bdi>
        )
      }),

    /** The id that opens the row: a link, so that it can be opened in a new tab too. */
    idLink: (id: string, options: ColumnOptions & { value: (row: Row) => string; href?: (row: Row) => string }) =>
      column<Row>(
        id,
        { rowHeader: true, ...options },
        { size: 160, control: true, filter: 'text' },
        options.value,
        (row, { tabIndex }) => (
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
        ),
      ),

    money: (
      id: string,
      options: ColumnOptions & { value: (row: Row) => Maybe<number>; currency: (row: Row) => string },
    ) =>
      column<Row>(
        id,
        options,
        {
          size: 140,
          align: 'number',
          descFirst: true,
          filter: 'number',
          unit: options.currency,
          aggregateText: (value, unit, format) => (unit === null ? format.number(value, 2) : format.money(value, unit)),
          text: finiteOrUndefined(options.value, (value, row, format) => format.money(value, options.currency(row))),
        },
        options.value,
        (row, { format }) => {
          const value = options.value(row)
          return numberColumn(value === null || value === undefined ? dash : format.money(value, options.currency(row)))
        },
      ),

    number: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<number>; digits?: 0 | 2 }) =>
      column<Row>(
        id,
        options,
        {
          size: 100,
          align: 'number',
          descFirst: true,
          filter: 'number',
          text: finiteOrUndefined(options.value, (value, _, format) => format.number(value, options.digits)),
        },
        options.value,
        (row, { format }) => {
          const value = options.value(row)
          return numberColumn(value === null || value === undefined ? dash : format.number(value, options.digits))
        },
      ),

    /** A share between 0 and 1. */
    percent: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<number> }) =>
      column<Row>(
        id,
        options,
        {
          size: 100,
          align: 'number',
          descFirst: true,
          filter: 'number',
          aggregateText: (value, _, format) => format.percent(value),
          text: finiteOrUndefined(options.value, (value, _, format) => format.percent(value)),
        },
        options.value,
        (row, { format }) => {
          const value = options.value(row)
          return numberColumn(value === null || value === undefined ? dash : format.percent(value))
        },
      ),

    score: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<number>; limits?: ScoreLimits }) =>
      column<Row>(id, options, { size: 120, descFirst: true, filter: 'number', markWidth: 56 }, options.value, row =>
        scoreMark(options.value(row), options.limits),
      ),

    decision: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<string> }) =>
      column<Row>(
        id,
        options,
        {
          size: 120,
          filter: 'decision',
          groupable: true,
          markWidth: 32,
          text: (row, format) => decisionText(options.value(row), format),
        },
        options.value,
        (row, { format }) => decisionMark(options.value(row), format),
      ),

    /**
     * The state of an environment or another resource. What is over or nearly over shows nothing; a word we do not know
     * shows as it came.
     */
    status: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<string> }) =>
      column<Row>(
        id,
        options,
        {
          size: 120,
          filter: 'set',
          groupable: true,
          markWidth: 32,
          text: (row, format) => statusText(options.value(row), format),
        },
        options.value,
        (row, { format }) => statusMark(options.value(row), format),
      ),

    dateTime: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<TimeValue> }) =>
      column<Row>(
        id,
        options,
        {
          size: 196,
          descFirst: true,
          filter: 'date',
          text: timeText(options.value, (value, format) => format.dateTime(value)),
        },
        row => isoTime(options.value(row)),
        (row, { format }) => {
          const value = options.value(row)
          return value === null || value === undefined ? (
            missing
          ) : (
            <span className="text-fg-secondary tabular-nums">{format.dateTime(value)}</span>
          )
        },
      ),

    /** Time from `now`; absolute after seven days. `now` is given, so that all rows agree. */
    relativeTime: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<TimeValue>; now: () => number }) =>
      column<Row>(
        id,
        options,
        {
          size: 140,
          descFirst: true,
          filter: 'date',
          text: timeText(options.value, (value, format) => format.relative(value, options.now())),
        },
        row => isoTime(options.value(row)),
        (row, { format }) => {
          const value = options.value(row)
          return value === null || value === undefined ? (
            missing
          ) : (
            <span className="text-fg-secondary" title={format.dateTime(value)}>
              {format.relative(value, options.now())}
            </span>
          )
        },
      ),

    /** An ISO 3166 code, shown by its name in the reader's language. */
    country: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<string> }) =>
      column<Row>(
        id,
        options,
        {
          size: 140,
          filter: 'set',
          groupable: true,
          text: (row, format) => {
            const value = options.value(row)
            return value ? format.country(value) : dash
          },
        },
        options.value,
        (row, { format }) => {
          const value = options.value(row)
          return value ? <span>{format.country(value)}</span> : missing
        },
      ),

    /** One of a few codes of the data, shown by its name in the reader's language. */
    choice: <Value extends string>(
      id: string,
      options: ColumnOptions & { value: (row: Row) => Maybe<Value>; names: Readonly<Record<Value, string>> },
    ) => {
      const { names, value } = options
      const named = (code: string) => new Map(Object.entries<string>(names)).get(code) ?? code
      const text = (row: Row) => {
        const code = value(row)
        return code ? named(code) : dash
      }
      return column<Row>(
        id,
        { filterOptions: Object.keys(names), ...options },
        { size: 140, filter: 'set', groupable: true, text, optionText: named },
        value,
        row => (value(row) ? <span className="truncate">{text(row)}</span> : missing),
      )
    },

    /** Short labels; what does not fit is cut, the export holds all. */
    tags: (id: string, options: ColumnOptions & { value: (row: Row) => readonly string[] }) =>
      column<Row>(
        id,
        options,
        { size: 180, filter: 'set', text: row => options.value(row).join(', ') || dash },
        options.value,
        row => {
          const values = options.value(row)
          if (values.length === 0) return missing
          return (
            <span className="flex gap-1 overflow-hidden">
              {values.map((value, i) => (
                <bdi
                  key={`${value}${i}`}
                  className="shrink-0 rounded-chip border border-line-subtle bg-surface-sunken px-1.5 text-xs text-fg-secondary"
                >
                  {value}
                </bdi>
              ))}
            </span>
          )
        },
      ),

    /** Any other content. Keep it cheap: it is drawn anew for every row that scrolls by. */
    custom: (
      id: string,
      options: ColumnOptions & {
        value: (row: Row) => CsvValue
        cell: DataColumn<Row>['cell']
        text?: DataColumn<Row>['text']
        align?: 'start' | 'number'
        control?: boolean
      },
    ) =>
      column<Row>(
        id,
        options,
        {
          size: 160,
          align: options.align ?? 'start',
          control: options.control ?? false,
          ...(options.text ? { text: options.text } : {}),
        },
        options.value,
        options.cell,
      ),
  }
}

/** Columns for `toCsv`, in the given order, with their names in the reader's language. */
export function csvColumns<Row>(
  columns: readonly DataColumn<Row>[],
  message: (id: string) => string,
): CsvColumn<Row>[] {
  return columns.map(({ labelId, label, value }) => ({ name: label ?? message(labelId), value }))
}
