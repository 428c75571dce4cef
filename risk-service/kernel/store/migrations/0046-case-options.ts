import { type Kysely, sql } from 'kysely'

/** The distance that is marked on maps becomes one of the options of case management, in whole kilometres. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `insert into setting (scope, key, value)
     select scope, 'caseManagement.options',
       jsonb_build_object('farKm', least(20000, greatest(1, round((value ->> 'farKm')::numeric)::int)))
     from setting where key = 'review.map' and jsonb_typeof(value -> 'farKm') = 'number'
     on conflict (scope, key) do update set value = setting.value || excluded.value, updated_at = now()`,
    `delete from setting where key = 'review.map'`,
  ])
    await sql.raw(statement).execute(db)
}
