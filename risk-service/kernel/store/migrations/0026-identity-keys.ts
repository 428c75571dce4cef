import { type Kysely, sql } from 'kysely'

/**
 * Sessions and grants of the embedded sign-in are found by index, and the bearer values of earlier versions are removed:
 * they are stored as a digest only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `update setting set value = value #- '{payload,jti}' where scope like 'identity:%'`,
  `create index setting_payload_uid on setting (scope, (value -> 'payload' ->> 'uid'))`,
  `create index setting_payload_grant on setting (scope, (value -> 'payload' ->> 'grantId'))`,
]
