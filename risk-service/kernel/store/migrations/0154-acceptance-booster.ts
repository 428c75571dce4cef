import { type Kysely, sql } from 'kysely'

/** What environments share with the banks and networks of used cards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table booster_setting (
        environment_id uuid primary key references environment (id) on delete cascade,
        version int not null,
        level text not null check (level in ('off', 'standard', 'raw')),
        hold_out smallint not null check (hold_out between 0 and 50),
        hold_out_key uuid not null,
        -- The consent belongs to the change: who made it agreed to these terms.
        terms text,
        changed_at timestamptz not null,
        changed_by uuid not null,
        changed_by_name text not null,
        -- Without a reference: the environment above may be renamed, and its name stays as it was.
        origin_id uuid not null,
        origin_name text not null,
        check (level = 'off' or terms is not null)
      )`,
    )
    .execute(db)
}
