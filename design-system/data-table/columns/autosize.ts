import { textScale } from '../../lib/text-scale/text-scale.ts'
import type { CellFormat } from '../cells/cell-format.ts'
import type { DataColumn } from '../model/column.ts'

/** Number of rows that is sufficient to estimate the width of a column. */
const sampleSize = 300

/** Width that fits the longest of the first texts of a column, and its header. */
export function autosize<Row>(
  column: DataColumn<Row>,
  label: string,
  rows: readonly Row[],
  format: CellFormat,
  cell: HTMLElement,
): number {
  const scale = textScale()
  const style = getComputedStyle(cell)
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return column.size * scale
  context.font = `${style.fontWeight} ${13 * scale}px ${style.fontFamily}`
  const width = (text: string) => context.measureText(text).width
  const padding = 2 * Number.parseFloat(style.paddingInlineStart || '12') + 4
  // The header reserves space for its marks and its menu.
  let most = width(label) + 36 * scale
  for (const row of rows.slice(0, sampleSize)) {
    const text = column.text(row, format)
    most = Math.max(most, width(text.length > 200 ? text.slice(0, 200) : text) + column.markWidth * scale)
  }
  return Math.ceil(most + padding)
}
