import { findEntity } from '../../entities/entities.ts'
import { kindOf } from '../contents.ts'
import { guessMapping } from '../guess-mapping.ts'
import headers from './vendor-headers.json' with { type: 'json' }

type Headers = Readonly<Record<string, Readonly<Record<string, string | null>>>>

/**
 * Headers of exports of shops and payment services, of warehouses and in seven languages, by entity and style; null for
 * a column without an attribute. Each list was written without a look at the vocabulary and before it was mended with
 * the list: of the columns of the first list, 80 of 100 were right at first, then 90, 93 and 94.
 */
export const vendorHeaders: Readonly<Record<string, Headers>> = headers

/** Made values of each kind of attribute. */
const values: Readonly<Record<string, (row: number) => string>> = {
  date: row => new Date(Date.UTC(2026, row % 9, 1 + row, row % 24)).toISOString(),
  number: row => ((row * 1793 + 512) / 100).toFixed(2),
  whole: row => `${1 + (row % 4)}`,
  boolean: row => (row % 3 === 0 ? 'True' : 'False'),
  email: row => `user${row}@shop.example`,
  ip: row => `203.0.113.${row + 1}`,
  country: row => ['US', 'DE', 'GB', 'FR'][row % 4] ?? '',
  currency: row => ['EUR', 'USD', 'GBP'][row % 3] ?? '',
  phone: row => `+1-206555${1000 + row * 17}`,
  bin: row => `${411_111 + row * 10}`,
  last4: row => `${4242 + row * 3}`,
  agent: row => `Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/1${row}.0`,
  id: row => `x${(row * 7919 + 13).toString(36)}`,
  words: row => ['Main Street', 'Oak Avenue', 'Hill Road'][row % 3] ?? '',
}

/** Counts the columns of the headers whose attribute, or whose having none, is guessed. */
export function measureHeaders(list: Headers): { columns: number; right: number; wrong: string[] } {
  const rate = { columns: 0, right: 0, wrong: [] as string[] }
  for (const [key, expected] of Object.entries(list)) {
    const entity = findEntity(key.split('/')[0] ?? '')
    if (!entity) throw new Error(`There is no entity ${key}.`)
    const names = Object.keys(expected)
    const kinds = Object.values(expected).map(attribute => {
      const definition = entity.columns.find(({ name }) => name === attribute)
      return definition === undefined ? 'text' : kindOf(definition)
    })
    const rows = Array.from({ length: 25 }, (_, row) =>
      kinds.map(kind => values[kind]?.(row) ?? (['one', 'two', 'three'][row % 3] || '')),
    )
    const attributeOf = new Map(
      Object.entries(guessMapping(entity, names, rows)).map(([name, column]) => [column, name]),
    )
    for (const [column, attribute] of Object.entries(expected)) {
      rate.columns += 1
      if ((attributeOf.get(column) ?? null) === attribute) rate.right += 1
      else rate.wrong.push(`${key} ${column}: ${attributeOf.get(column) ?? 'none'}, not ${attribute ?? 'none'}`)
    }
  }
  return rate
}
