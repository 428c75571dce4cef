import type { Db } from '../../ports/database.ts'
import { deleteExpiredEntries } from './entry-store.ts'

/** Deletes entries that have expired, which rules ignore from that moment on. Returns their number. */
export const deleteExpiredSupportEntries = (db: Db, now: Date): Promise<number> => deleteExpiredEntries(db, now)
