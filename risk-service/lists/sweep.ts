import type { Kysely } from 'kysely'
import type { Database } from '../store/schema.ts'
import { sweepExpired } from './store.ts'

/** Clears away entries that have expired: rules stopped seeing them at that moment. Returns how many there were. */
export const sweepSupportEntries = (db: Kysely<Database>, now: Date): Promise<number> => sweepExpired(db, now)
