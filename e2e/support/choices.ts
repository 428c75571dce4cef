import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { dataDirectory } from './traces.ts'

/** What people chose and the views they keep belong to them on the server: every journey begins with people who never chose anything. */
export async function forgetChoices(): Promise<void> {
  const folder = dataDirectory()
  // The embedded server writes the folder of its socket into the fifth line.
  const host = readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[4]?.trim() ?? ''
  const client = new pg.Client({ host, user: 'assay', database: 'assay' })
  await client.connect()
  try {
    await client.query('delete from user_preference')
    await client.query('delete from saved_view')
  } finally {
    await client.end()
  }
}
