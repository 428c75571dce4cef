import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { dataDirectory } from './sensitive-values.ts'

/** Rows of a statement. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** Runs statements on the store of this worker's service: for states that no journey could reach in its time. */
export async function withDatabase<T>(work: (query: Query) => Promise<T>): Promise<T> {
  // The embedded server writes the folder of its socket into the fifth line.
  const host = readFileSync(path.join(dataDirectory(), 'pg/postmaster.pid'), 'utf8').split('\n')[4]?.trim() ?? ''
  const client = new pg.Client({ host, user: 'assay', database: 'assay' })
  await client.connect()
  try {
    return await work(
      async (text, values = []) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
    )
  } finally {
    await client.end()
  }
}
