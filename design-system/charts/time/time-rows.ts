import type { ChartTableRow } from '../chart-frame/chart-table.tsx'
import type { ChartPoint } from '../plot/series.ts'

type RowValues = ChartTableRow['values']

/** A row of the table of a chart over time. What is not looked at is not written: a table may have 50,000 rows. */
class TimeRow implements ChartTableRow {
  readonly #point: ChartPoint
  readonly #nameAt: (time: number) => string
  readonly #extra: (() => RowValues) | undefined
  constructor(point: ChartPoint, nameAt: (time: number) => string, extra: (() => RowValues) | undefined) {
    this.#point = point
    this.#nameAt = nameAt
    this.#extra = extra
  }
  get id(): string {
    return String(this.#point.time)
  }
  get name(): string {
    return this.#nameAt(this.#point.time)
  }
  get raw(): Date {
    return new Date(this.#point.time)
  }
  get position(): number {
    return this.#point.time
  }
  get values(): RowValues {
    return this.#extra ? { ...this.#point.values, ...this.#extra() } : this.#point.values
  }
}

/** The rows of points, with more values of each row where there are others to compare with. */
export function timeRows(
  points: readonly ChartPoint[],
  nameAt: (time: number) => string,
  extra?: (index: number) => RowValues,
): readonly ChartTableRow[] {
  return points.map((point, i) => new TimeRow(point, nameAt, extra && (() => extra(i))))
}
