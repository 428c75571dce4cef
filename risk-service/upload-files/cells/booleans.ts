/** Booleans of cells: True or False, and the other pairs with which systems write them. */

/** A pair that a column of booleans may be read in. */
export type BooleanFormat = 'yes-no' | 'true-false-letters' | 'one-zero'

export const booleanFormats: readonly BooleanFormat[] = ['yes-no', 'true-false-letters', 'one-zero']

/** Whether a cell is True or False, in any case. */
export const isBoolean = (cell: string): boolean =>
  (cell.length === 4 || cell.length === 5) && /^(true|false)$/i.test(cell)

const patterns: Record<BooleanFormat, RegExp> = {
  'yes-no': /^(yes|no|y|n)$/i,
  'true-false-letters': /^[tf]$/i,
  'one-zero': /^[01]$/,
}

export const isBooleanIn = (cell: string, format: BooleanFormat): boolean => patterns[format].test(cell)
