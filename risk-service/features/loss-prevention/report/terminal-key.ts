import { type RawBuilder, sql } from 'kysely'

/* Stores number their terminals by themselves: the ID of a terminal in the report is `store/terminal`. */

/** The ID of a terminal from the columns of its store and its number. A slash in the name of the store is escaped. */
export const terminalKey = (unit: RawBuilder<unknown>, terminal: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`replace(replace(${unit}, '%', '%25'), '/', '%2F') || '/' || ${terminal}`

/** Returns the store and the number of a terminal by its ID. */
export function parseTerminalKey(key: string): { unit: string; terminal: string } {
  const slash = key.indexOf('/')
  return {
    unit: key.slice(0, Math.max(0, slash)).replaceAll('%2F', '/').replaceAll('%25', '%'),
    terminal: key.slice(slash + 1),
  }
}
