import { withDatabase } from './database.ts'

/** Preferences and saved views are stored per user on the server: every journey begins with users who have none. */
export async function resetPreferences(): Promise<void> {
  await withDatabase(async query => {
    await query('delete from user_preference')
    await query('delete from saved_view')
  })
}
