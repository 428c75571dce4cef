import type { FqlCase } from '../../fql/cases/case.ts'
import type { ResourceRead } from '../replay/recorded-readers.ts'

type CaseLists = NonNullable<FqlCase['lists']>
type SupportEntry = NonNullable<CaseLists['support']>[string][number]

/** Returns lists with the rows in which rules found something; what they did not find is in none of them. */
export function createCaseLists(
  custom: readonly { name: string; columns: readonly string[] }[],
  support: readonly { name: string }[],
  reads: readonly ResourceRead[],
): CaseLists {
  return {
    custom: Object.fromEntries(
      custom.map(({ name, columns }) => [name, { columns: [...columns], rows: rowsOf(name, columns, reads) }]),
    ),
    support: Object.fromEntries(support.map(({ name }) => [name, entriesOf(name, reads)])),
  }
}

function rowsOf(list: string, columns: readonly string[], reads: readonly ResourceRead[]): string[][] {
  const rows: string[][] = []
  const place = (name: string): number => columns.findIndex(each => each.toLowerCase() === name.toLowerCase())
  const rowWith = (column: number, key: string): string[] => {
    const found = rows.find(row => row[column] === key)
    if (found !== undefined) return found
    const row = columns.map((_, index) => (index === column ? key : ''))
    rows.push(row)
    return row
  }
  for (const { kind, resource, args, value } of reads) {
    const [column = '', key = '', valueColumn = ''] = args
    const at = place(column)
    if (resource !== list || at < 0) continue
    if (kind === 'list' && value === true) rowWith(at, key)
    if (kind === 'lookup' && typeof value === 'string') {
      const row = rowWith(at, key)
      const valueAt = place(valueColumn)
      if (valueAt >= 0) row[valueAt] = value
    }
  }
  return rows
}

const entriesOf = (list: string, reads: readonly ResourceRead[]): SupportEntry[] =>
  reads.flatMap(({ kind, resource, args, value }) =>
    kind === 'support' && resource === list && (value === 'Safe' || value === 'Block' || value === 'Watch')
      ? [{ value: args[0] ?? '', status: value }]
      : [],
  )
