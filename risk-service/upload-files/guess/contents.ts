import { dateFormatsOf, isIsoDateTime } from '../cells/dates.ts'
import { isSensitive } from '../cells/sensitive-cell.ts'
import { valueFormats } from '../cells/value-formats.ts'
import type { UploadColumn } from '../entities/entities.ts'

/** What the values of a column are, by their shares of the cells that are not empty. */
export interface Contents {
  values: number
  distinct: number
  date: number
  number: number
  whole: number
  decimal: number
  boolean: number
  email: number
  ip: number
  country: number
  currency: number
  phone: number
  agent: number
  json: number
  six: number
  four: number
  letters: number
  sensitive: number
}

type Test = (cell: string) => boolean
const isDate: Test = cell =>
  isIsoDateTime(cell) || /^\d{4}-\d{2}-\d{2}$/.test(cell) || (/[/.\-:]/.test(cell) && dateFormatsOf(cell).length > 0)
/** Seconds and milliseconds of the years from 2001 on. */
const isEpoch: Test = cell => /^1\d{9}(\.\d+)?$|^1\d{12}$/.test(cell)
const number = /^[+-]?[€$£¥]? ?(\d+|\d{1,3}([., '\u00a0]\d{3})+)([.,]\d+)?( ?[€$£¥])?$/
const tests: Readonly<Record<Exclude<keyof Contents, 'values' | 'distinct'>, Test>> = {
  date: cell => isDate(cell) || isEpoch(cell),
  number: cell => number.test(cell),
  whole: cell => /^[+-]?\d+$/.test(cell),
  decimal: cell => number.test(cell) && /[.,]\d{1,2}( ?[€$£¥])?$/.test(cell),
  boolean: cell => /^(true|false|yes|no|y|n|t|f|0|1)$/i.test(cell),
  email: valueFormats.email.test,
  ip: valueFormats.ip.test,
  country: cell => /^[A-Z]{2}$/.test(cell) && valueFormats.country.test(cell),
  currency: cell => /^[A-Z]{3}$/.test(cell),
  phone: cell => /^[+(]?[\d][\d ()./x-]{5,24}$/.test(cell) && cell.replace(/\D/g, '').length >= 7,
  agent: cell => /^(Mozilla|Opera|Dalvik|okhttp|[A-Za-z]+)\/\d/.test(cell),
  json: cell => /^[[{].*[\]}]$/s.test(cell),
  six: cell => /^(\d{6}|\d{8})$/.test(cell),
  four: cell => /^[*xX. -]*\d{4}$/.test(cell),
  letters: cell => /\p{L}/u.test(cell),
  sensitive: isSensitive,
}

/** Values of a column that are looked at. */
const maxValues = 300

export function contentsOf(cells: Iterable<string>): Contents {
  const filled: string[] = []
  for (const cell of cells) {
    const value = cell.trim()
    if (value !== '') filled.push(value)
    if (filled.length === maxValues) break
  }
  const shares = Object.entries(tests).map(([name, test]) => [
    name,
    filled.length === 0 ? 0 : filled.filter(test).length / filled.length,
  ])
  return { values: filled.length, distinct: new Set(filled).size, ...Object.fromEntries(shares) } as Contents
}

/** What an attribute contains, beyond its type. */
export type AttributeKind =
  | 'date'
  | 'number'
  | 'whole'
  | 'boolean'
  | 'json'
  | 'email'
  | 'ip'
  | 'country'
  | 'currency'
  | 'phone'
  | 'bin'
  | 'last4'
  | 'agent'
  | 'id'
  | 'words'
  | 'text'

/** Ids of few places, which are not different in every row. */
const repeated: ReadonlySet<string> = new Set(['MID', 'StoreId', 'MerchantIdentifier', 'TerminalId', 'AcquirerId'])

export function kindOf({ name, type, format }: UploadColumn): AttributeKind {
  if (format !== undefined && format !== 'language') return format
  if (type !== 'string')
    return type === 'datetime' ? 'date' : type === 'double' ? 'number' : type === 'int' ? 'whole' : type
  if (/ip$/i.test(name)) return 'ip'
  if (/useragent/i.test(name)) return 'agent'
  if (/country/i.test(name)) return 'country'
  if (/^currency/i.test(name)) return 'currency'
  if (/date$/i.test(name)) return name === 'ExpirationDate' ? 'text' : 'date'
  if (repeated.has(name)) return 'text'
  if (/(id|identifier|number|account)$/i.test(name)) return 'id'
  return /name$|^city|^state|^street|category$/i.test(name) ? 'words' : 'text'
}

/** Returns by which factor contents speak for an attribute of a kind, or against it. */
export function fit(kind: AttributeKind, contents: Contents): number {
  if (contents.values === 0) return 1
  // Nothing may be uploaded of a column of card numbers.
  if (contents.sensitive >= (kind === 'id' ? 0.5 : 0.2)) return 0.1
  const by = (share: number, least: number, good: number, bad: number): number => (share >= least ? good : bad)
  if (kind === 'date') return by(contents.date, 0.5, 1.15, 0.2)
  if (kind === 'number')
    return contents.date >= 0.8 && contents.decimal < 0.1 ? 0.3 : by(contents.number, 0.5, 1.1, 0.25)
  if (kind === 'whole') return by(contents.whole, 0.5, 1.05, 0.3)
  if (kind === 'boolean') return by(contents.boolean, 0.8, 1.05, 0.25)
  if (kind === 'json') return by(contents.json, 0.5, 1.1, 0.3)
  if (kind === 'email') return by(contents.email, 0.5, 1.2, 0.3)
  if (kind === 'ip') return by(contents.ip, 0.5, 1.2, 0.3)
  if (kind === 'country') return contents.country >= 0.5 ? 1.15 : by(contents.letters, 0.5, 0.75, 0.3)
  if (kind === 'currency') return by(contents.currency, 0.6, 1.15, 0.5)
  if (kind === 'phone') return by(contents.phone, 0.5, 1.1, 0.5)
  if (kind === 'bin') return by(contents.six, 0.5, 1.2, 0.4)
  if (kind === 'last4') return by(contents.four, 0.5, 1.2, 0.4)
  if (kind === 'agent') return by(contents.agent, 0.5, 1.15, 0.6)
  if (contents.email >= 0.8 && kind !== 'id') return 0.4
  if (contents.ip >= 0.8 || (contents.date >= 0.9 && contents.letters > 0.5)) return 0.4
  if (kind === 'id') return contents.decimal >= 0.5 || (contents.distinct <= 2 && contents.values > 20) ? 0.5 : 1.05
  if (kind === 'words') return contents.number >= 0.8 ? 0.4 : 1.05
  return 1
}
