import { readSetting, writeSetting } from '../../../kernel/store/setting-store.ts'
import type { Db } from '../../../ports/database.ts'

const address = ['rings', 'cursor'] as const

/** Returns the id of the last event that rings contain; null before the first one. */
export async function readCursor(db: Db): Promise<string | null> {
  const stored = await readSetting(db, ...address)
  return typeof stored === 'string' ? stored : null
}

export const writeCursor = (db: Db, eventId: string): Promise<void> => writeSetting(db, ...address, eventId)
