import type { Db } from '../../ports/database.ts'
import { loadPointers } from './store.ts'

/** Loads the external assessments of an environment by their names; for the health of the environment. */
export async function loadPointerNames(db: Db, environmentId: string): Promise<{ id: string; name: string }[]> {
  return (await loadPointers(db, environmentId)).map(({ id, name }) => ({ id, name }))
}
