import type { MouseEvent } from 'react'
import { missingMark } from '../../lib/marks.ts'
import type { CellFormat } from '../cells/cell-format.ts'
import { decisionMark, decisionText, missing, statusMark, statusText } from '../cells/cell-marks.tsx'
import { type ColumnAlign, type ColumnOptions, column, type DataColumn, type Maybe } from '../model/column.ts'
import type { CsvValue } from '../model/csv-value.ts'
import { numberColumns } from './number-columns.tsx'
import { timeColumns } from './time-columns.tsx'
import { ValueList } from './value-list.tsx'

/**
 * Column kit: one call per column, every cell localised, direction-safe and cheap enough for 100,000 rows. Checkboxes
 * and actions of rows are no columns of data, which could be hidden, sorted or exported: `selectable` and `rowActions`
 * of the table create them.
 */
export function createColumns<Row>() {
  return {
    ...numberColumns<Row>(),
    ...timeColumns<Row>(),

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

    /** The id that opens the row: a link, so that it can be opened in a new tab, too. */
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
     * The state of an environment or another resource. Finished and nearly finished states show nothing; an unknown
     * state is shown unchanged.
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
            return value ? format.country(value) : missingMark
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
        return code ? named(code) : missingMark
      }
      return column<Row>(
        id,
        { filterOptions: Object.keys(names), ...options },
        { size: 140, filter: 'set', groupable: true, text, optionText: named },
        value,
        row => (value(row) ? <span className="truncate">{text(row)}</span> : missing),
      )
    },

    /** Short labels; labels that do not fit are cut, exports contain all of them. */
    tags: (id: string, options: ColumnOptions & { value: (row: Row) => readonly string[] }) =>
      column<Row>(
        id,
        options,
        { size: 180, filter: 'set', text: row => options.value(row).join(', ') || missingMark },
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

    /**
     * Several values of one kind: the cell has the first one and the number of the others, on a button that lists them
     * all. Exports contain all of them.
     */
    values: (
      id: string,
      options: ColumnOptions & {
        value: (row: Row) => readonly string[]
        /** Text of a value in the reader's language. */
        shown?: (value: string, format: CellFormat) => string
        mono?: boolean
      },
    ) => {
      const texts = (row: Row, format: CellFormat) =>
        options.value(row).map(value => options.shown?.(value, format) ?? value)
      return column<Row>(
        id,
        options,
        { size: 200, markWidth: 40, text: (row, format) => texts(row, format).join(', ') || missingMark },
        options.value,
        (row, { format }) => <ValueList column={options} values={texts(row, format)} mono={options.mono ?? false} />,
      )
    },

    /** Any other content. It must be cheap: it is rendered again for every row that scrolls into view. */
    custom: (
      id: string,
      options: ColumnOptions & {
        value: (row: Row) => CsvValue
        cell: DataColumn<Row>['cell']
        text?: DataColumn<Row>['text']
        align?: ColumnAlign
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
