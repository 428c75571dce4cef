import { withDatabase } from './database.ts'

/**
 * What people chose and the views they keep belong to them on the server: every journey begins with people who never
 * chose anything.
 */
export async function resetPreferences(): Promise<void> {
  await withDatabase(async query => {
    await query('delete from user_preference')
    await query('delete from saved_view')
  })
}
