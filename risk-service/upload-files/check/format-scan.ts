import { type BooleanFormat, booleanFormats, isBooleanIn } from '../cells/booleans.ts'
import { type DateFormat, dateFormats, dateFormatsOf, timeOf } from '../cells/dates.ts'
import { isNumberIn, type NumberFormat, numberFormats } from '../cells/numbers.ts'
import type { ColumnType } from '../entities/entities.ts'

export type ColumnFormat = DateFormat | NumberFormat | BooleanFormat

/** The formats that a column of a type may be read in, beside the one of the upload. */
export const formatsOfType = (type: ColumnType): readonly ColumnFormat[] =>
  type === 'datetime'
    ? dateFormats
    : type === 'boolean'
      ? booleanFormats
      : type === 'double' || type === 'int'
        ? numberFormats
        : []

/** Whether a cell is a value in a format of its type. */
export function isInFormat(cell: string, format: ColumnFormat, type: ColumnType): boolean {
  const name: string = format
  if (type === 'datetime') return dateFormats.some(each => each === name && timeOf(cell, each) !== null)
  if (type === 'boolean') return booleanFormats.some(each => each === name && isBooleanIn(cell, each))
  return numberFormats.some(each => each === name && isNumberIn(cell, each, type === 'int'))
}

/**
 * Finds the other formats in which every refused value of a column could be read: 03/04/2024 alone is day and month or
 * month and day, 25/04/2024 anywhere in the column decides for all of it.
 */
export class FormatScan {
  /** Refused values. */
  values = 0
  #formats: readonly ColumnFormat[] | null = null
  #hasPoints = false
  readonly #type: ColumnType
  constructor(type: ColumnType) {
    this.#type = type
  }

  /** A valid number with a point: the comma of the others is none of decimals. */
  seePoint(): void {
    this.#hasPoints = true
  }

  add(cell: string): void {
    this.values++
    if (this.#formats?.length === 0) return
    const type = this.#type
    if (this.#formats !== null) this.#formats = this.#formats.filter(format => isInFormat(cell, format, type))
    else if (type === 'datetime') this.#formats = dateFormatsOf(cell)
    else this.#formats = formatsOfType(type).filter(format => isInFormat(cell, format, type))
  }

  /** Every format that fits: with more than one the column is ambiguous. */
  formats(): readonly ColumnFormat[] {
    const formats = this.#formats ?? []
    return this.#hasPoints ? formats.filter(format => format !== 'decimal-comma') : formats
  }
}
