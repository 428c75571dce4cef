import type { Db } from '../../ports/database.ts'
import { deleteExpiredEntries } from './store.ts'

/** Clears away entries that have expired: rules stopped seeing them at that moment. Returns how many there were. */
export const deleteExpiredSupportEntries = (db: Db, now: Date): Promise<number> => deleteExpiredEntries(db, now)
