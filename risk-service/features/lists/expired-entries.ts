import type { Kysely } from 'kysely'
import type { Database } from '../../ports/database.ts'
import { deleteExpiredEntries } from './store.ts'

/** Clears away entries that have expired: rules stopped seeing them at that moment. Returns how many there were. */
export const deleteExpiredSupportEntries = (db: Kysely<Database>, now: Date): Promise<number> =>
  deleteExpiredEntries(db, now)
