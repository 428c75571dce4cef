import type { Json } from '../lib/json.ts'

/**
 * The location of a list's rows: a database that belongs to the customer. Another kind of database implements the same
 * interface.
 */
export interface ListSource {
  /** Containers of the database, by name. */
  containers: () => Promise<string[]>
  /** The first documents of a container. */
  documents: (container: string, most: number) => Promise<Json[]>
  /** A column of the first document that has the key in another column; null without such a document. */
  value: (query: {
    container: string
    keyColumn: string
    key: string
    valueColumn: string
  }) => Promise<{ value: unknown } | null>
}

/** Returns a value of a document as rules read it: scalars as text, objects as JSON; nothing for an absent value. */
export function cellText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/**
 * Returns the columns of documents: their properties in the order of their first occurrence, without those that the
 * database adds.
 */
export function documentColumns(documents: readonly Json[]): string[] {
  return [...new Set(documents.flatMap(document => Object.keys(document).filter(name => !name.startsWith('_'))))]
}
