import { type Kysely, sql } from 'kysely'

/** Incidents are delivered by email, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table alert_target
    add column kind text not null default 'webhook',
    add column address text,
    add column language text,
    alter column url drop not null,
    alter column secret drop not null`,
  `alter table alert_target add constraint alert_target_kind check (
    (kind = 'webhook' and url is not null and secret is not null and address is null and language is null) or
    (kind = 'email' and url is null and secret is null and address is not null and language is not null))`,
]
