import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { ChangeTopic } from './service-changes.ts'

export interface WrittenChange {
  topic: ChangeTopic
  key: string | null
  payload: unknown
}

/** Records a change of what decisions follow in an environment that no table of the database shows by itself. */
export async function recordChange(db: Db, environmentId: string): Promise<void> {
  await sql`select add_change('rules', ${environmentId})`.execute(db)
}

/** Writes what a process tells the others, in one statement. Changes of tables are recorded by the database itself. */
export async function writeChanges(db: Db, origin: string, changes: readonly WrittenChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`insert into service_change (origin, topic, key, payload)
    select ${origin}::uuid, c.topic, c.key, c.payload
    from rows from (jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as (topic text, key text, payload jsonb))
      with ordinality as c(topic, key, payload, n)
    order by c.n`.execute(db)
}
