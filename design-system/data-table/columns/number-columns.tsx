import { currencyDecimals } from '../../lib/format/currency-decimals.ts'
import { missingMark } from '../../lib/marks.ts'
import type { CellFormat } from '../cells/cell-format.ts'
import { type ScoreLimits, scoreMark } from '../cells/cell-marks.tsx'
import { type ColumnOptions, column, type DataColumn, type Maybe } from '../model/column.ts'

/** Digits read left to right in every script: bidi-isolated, units line up on the same edge in both directions. */
function numberCell(text: string) {
  return (
    <span dir="ltr" className="block min-w-0 flex-1 truncate text-end tabular-nums">
      {text}
    </span>
  )
}

/** Text of a number that may be missing. */
function numberText<Row>(
  value: (row: Row) => Maybe<number>,
  format: (value: number, row: Row, cells: CellFormat) => string,
): DataColumn<Row>['text'] {
  return (row, cells) => {
    const found = value(row)
    return found === null || found === undefined ? missingMark : format(found, row, cells)
  }
}

/** Columns of amounts, counts, shares and scores: aligned at the end, largest first when sorted. */
export function numberColumns<Row>() {
  return {
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
          decimals: row => currencyDecimals(options.currency(row)),
          aggregateText: (value, unit, format) => (unit === null ? format.number(value, 2) : format.money(value, unit)),
          text: numberText(options.value, (value, row, format) => format.money(value, options.currency(row))),
        },
        options.value,
        (row, { format }) => {
          const value = options.value(row)
          return numberCell(
            value === null || value === undefined ? missingMark : format.money(value, options.currency(row)),
          )
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
          text: numberText(options.value, (value, _, format) => format.number(value, options.digits)),
        },
        options.value,
        (row, { format }) => {
          const value = options.value(row)
          return numberCell(value === null || value === undefined ? missingMark : format.number(value, options.digits))
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
          text: numberText(options.value, (value, _, format) => format.percent(value)),
        },
        options.value,
        (row, { format }) => {
          const value = options.value(row)
          return numberCell(value === null || value === undefined ? missingMark : format.percent(value))
        },
      ),

    score: (id: string, options: ColumnOptions & { value: (row: Row) => Maybe<number>; limits?: ScoreLimits }) =>
      column<Row>(id, options, { size: 120, descFirst: true, filter: 'number', markWidth: 56 }, options.value, row =>
        scoreMark(options.value(row), options.limits),
      ),
  }
}
