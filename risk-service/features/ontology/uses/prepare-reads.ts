import type { Db } from '../../../ports/database.ts'
import { readsOf } from './read-cache.ts'
import { loadTextHolders, type TextHolder } from './text-sources.ts'

/** Milliseconds of one slice of the work, and those between two of them. */
const sliceMs = 5
const restMs = 20

interface Work {
  read: (texts: TextHolder['texts']) => unknown
  rest: () => Promise<unknown>
}

/**
 * Parses the texts of all environments in slices, so that the first question of a person who uses a field need not: what
 * is parsed is retained.
 */
export async function prepareFieldReads(
  db: Db,
  signal: AbortSignal,
  { read = readsOf, rest = () => new Promise(resolve => setTimeout(resolve, restMs)) }: Partial<Work> = {},
): Promise<void> {
  const environments = await db.selectFrom('environment').select('id').orderBy('id').execute()
  let begun = performance.now()
  for (const { id } of environments)
    for (const { texts } of await loadTextHolders(db, [id])) {
      if (signal.aborted) return
      if (performance.now() - begun >= sliceMs) {
        await rest()
        begun = performance.now()
      }
      read(texts)
    }
}
