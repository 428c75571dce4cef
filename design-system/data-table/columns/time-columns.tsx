import { missingMark } from '../../lib/marks.ts'
import type { CellFormat, TimeValue } from '../cells/cell-format.ts'
import { missing } from '../cells/cell-marks.tsx'
import { type ColumnOptions, column, type DataColumn, type Maybe } from '../model/column.ts'
import type { CsvValue } from '../model/csv-value.ts'

function isoTime(value: TimeValue | null | undefined): CsvValue {
  return value === null || value === undefined ? null : new Date(value)
}

function timeText<Row>(
  value: (row: Row) => Maybe<TimeValue>,
  format: (value: TimeValue, cells: CellFormat) => string,
): DataColumn<Row>['text'] {
  return (row, cells) => {
    const found = value(row)
    return found === null || found === undefined ? missingMark : format(found, cells)
  }
}

/** Columns of a moment, newest first when sorted; exports contain UTC. */
export function timeColumns<Row>() {
  return {
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

    /** Time relative to `now`; absolute after seven days. `now` is a parameter, so that all rows agree. */
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
  }
}
