import type { Db } from '../../ports/database.ts'
import { loadCalls } from './store.ts'

/** Loads the calls of an environment by their names; for the health of the environment. */
export async function loadCallNames(db: Db, environmentId: string): Promise<{ id: string; name: string }[]> {
  return (await loadCalls(db, environmentId)).map(({ id, name }) => ({ id, name }))
}
