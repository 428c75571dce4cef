import { CsvReader } from '../../contract/csv/csv-reader.ts'

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]
export type LineEnd = '\n' | '\r'

/** Rows that are compared with the first one. */
const maxRows = 50

/** Files of old systems end rows with a carriage return alone. */
export const detectLineEnd = (text: string): LineEnd => (text.includes('\n') || !text.includes('\r') ? '\n' : '\r')

/**
 * Returns the delimiter that the first line contains most often outside of quotes, of those that make the other rows as
 * wide as the first; null without one, or when two are equally good.
 */
export function detectDelimiter(text: string, lineEnd: LineEnd, isWhole: boolean): Delimiter | null {
  const first = firstLine(text, lineEnd)
  const found = delimiters
    .map(delimiter => ({ delimiter, count: countOf(first, delimiter) }))
    .filter(({ count }) => count > 0)
    .map(each => ({ ...each, share: widthShare(text, each.delimiter, lineEnd, isWhole) }))
    .sort((one, other) => other.share - one.share || other.count - one.count)
  const [best, next] = found
  if (best === undefined) return null
  // Commas between digits are decimals if there is another delimiter.
  if (next !== undefined && best.delimiter === ',' && next.share === best.share) {
    const commas = countOf(first.replace(/\d,\d/g, ''), ',')
    if (commas < next.count) return next.delimiter
    if (commas === next.count) return null
  }
  if (next !== undefined && next.share === best.share && next.count === best.count) return null
  return best.delimiter
}

/** Returns the first line that is not blank; a quoted value may contain line ends. */
function firstLine(text: string, lineEnd: LineEnd): string {
  const from = text.search(/[^\r\n]/)
  let isQuoted = false
  for (let at = Math.max(from, 0); at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === lineEnd && !isQuoted) return text.slice(from, at)
  }
  return text.slice(from)
}

const countOf = (line: string, delimiter: string): number => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1

/** Returns the share of rows that are as wide as the first. */
function widthShare(text: string, delimiter: Delimiter, lineEnd: LineEnd, isWhole: boolean): number {
  const reader = new CsvReader({ delimiter, lineEnd })
  reader.push(text)
  if (isWhole) reader.end()
  const widths: number[] = []
  for (let cells = reader.next(); cells !== null && widths.length < maxRows; cells = reader.next())
    if (cells.length > 1 || cells[0] !== '') widths.push(cells.length)
  const equal = widths.filter(width => width === widths[0]).length
  return widths.length === 0 ? 0 : Math.round((equal / widths.length) * 10) / 10
}
