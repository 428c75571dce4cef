import type { FunctionEntry } from './function-entry.ts'
import { functionTable } from './function-table.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns namespace or receiver of an entry with its name, in letters and digits. */
const nameOf = ({ namespace, receiver, name }: FunctionEntry): string =>
  `${receiver === undefined ? (namespace ?? '') : `${receiver}Value`}${capital(name)}`

function buildKeys(table: readonly FunctionEntry[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  const usedNames = new Set<string>()
  for (const entry of table) {
    if (keys.has(entry.description)) continue
    const name = nameOf(entry)
    // Overloads with different descriptions are distinguished by their parameters.
    const key = usedNames.has(name) ? `${name}${entry.params.map(param => param.type).join('')}` : name
    usedNames.add(key)
    keys.set(entry.description, key)
  }
  return keys
}

const keys = buildKeys(functionTable)

/**
 * Returns the name of the sentence that describes an entry, for its texts in other languages: of the first entry with
 * this description.
 */
export const descriptionKey = (entry: FunctionEntry): string => keys.get(entry.description) ?? nameOf(entry)
/** The different descriptions of the table in English, by their names. */
export const functionDescriptions: ReadonlyMap<string, string> = new Map(
  [...keys].map(([description, key]) => [key, description]),
)
