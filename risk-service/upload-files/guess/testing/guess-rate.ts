import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { findEntity } from '../../entities/entities.ts'
import { readHead } from '../../read/file-head.ts'
import { guessMapping } from '../guess-mapping.ts'
import { namedFiles } from './renamed-columns.ts'
import { sampleValues } from './sample-values.ts'

const folder = path.resolve(import.meta.dirname, '../../../../../shared/data')

interface Table {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Reads the first rows of an outside file; made values of the same attributes stand for one that is not there. */
function readTable(file: string, columns: Readonly<Record<string, string | null>>): Table {
  const place = path.join(folder, file)
  if (!existsSync(place)) {
    const names = Object.keys(columns)
    const rows = Array.from({ length: 40 }, (_, row) => names.map(name => sampleValues(columns[name] ?? name, row)))
    return { columns: names, rows }
  }
  const head = readHead(
    file.endsWith('.gz') ? gunzipSync(readFileSync(place)).subarray(0, 100_000) : readStart(place),
    false,
  )
  if (Array.isArray(head)) throw new Error(`${file} cannot be read.`)
  return head
}

function readStart(place: string): Uint8Array {
  const bytes = new Uint8Array(100_000)
  const handle = openSync(place, 'r')
  const length = readSync(handle, bytes)
  closeSync(handle)
  return bytes.subarray(0, length)
}

interface Rate {
  columns: number
  right: number
  wrong: string[]
}

/**
 * Renames the columns of every file in as many ways as there are synonyms, and counts the columns whose attribute, or
 * whose having none, is guessed.
 */
export function measureGuess(names: Readonly<Record<string, readonly string[]>>): Rate {
  const rate: Rate = { columns: 0, right: 0, wrong: [] }
  for (const { file, entity: entityName, columns: attributes } of namedFiles) {
    const entity = findEntity(entityName)
    if (!entity) throw new Error(`There is no entity ${entityName}.`)
    const { columns, rows } = readTable(file, attributes)
    const variants = Math.max(...Object.values(attributes).map(name => names[name ?? '']?.length ?? 0))
    for (let variant = 0; variant < variants; variant++) {
      const renamed: string[] = []
      for (const [index, column] of columns.entries()) {
        const others = (names[attributes[column] ?? ''] ?? [column]).filter(
          name => entityName === 'Purchases' || !/ship|deliver|liefer|recipient/i.test(name),
        )
        const free = others.map((_, each) => others[(variant + index + each) % others.length] ?? column)
        const isFree = (name: string): boolean => !renamed.includes(name) && !columns.includes(name)
        renamed.push(attributes[column] ? (free.find(isFree) ?? column) : column)
      }
      const mapping = guessMapping(entity, renamed, rows)
      for (const [index, column] of columns.entries()) {
        const expected = attributes[column]
        if (expected === undefined) continue
        const name = renamed[index] ?? ''
        const found = Object.keys(mapping).find(attribute => mapping[attribute] === name) ?? null
        rate.columns++
        if (found === expected) rate.right++
        else rate.wrong.push(`${file} ${entityName} ${name}: ${found ?? 'none'} for ${expected ?? 'none'}`)
      }
    }
  }
  return rate
}
