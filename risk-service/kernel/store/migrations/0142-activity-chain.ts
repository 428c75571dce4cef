import { type Kysely, sql } from 'kysely'

/**
 * The activity log of each tenant is a chain of hashes: a trigger queues every entry that is written, a job links what
 * was committed, and signs the state of each day. A link stays when its entry is erased or too old.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log add column erased_at timestamptz`.execute(db)
  await sql`create table audit_unlinked (
    id bigint generated always as identity primary key,
    entry_id uuid not null
  )`.execute(db)
  await sql`create table audit_link (
    tenant_id uuid not null,
    seq bigint not null,
    entry_id uuid not null,
    salt bytea,
    content_hash bytea not null,
    entry_hash bytea not null,
    hash bytea not null,
    linked_at timestamptz not null,
    primary key (tenant_id, seq)
  )`.execute(db)
  await sql`create unique index audit_link_entry on audit_link (entry_id)`.execute(db)
  await sql`create table audit_head (
    tenant_id uuid not null,
    day date not null,
    seq bigint not null,
    hash bytea not null,
    signature text not null,
    public_key jsonb not null,
    primary key (tenant_id, day)
  )`.execute(db)
  await sql`create function audit_log_queue() returns trigger language plpgsql as $$
    begin
      insert into audit_unlinked (entry_id) values (new.id);
      return null;
    end $$`.execute(db)
  await sql`create trigger audit_log_queued after insert on audit_log for each row execute function audit_log_queue()`.execute(
    db,
  )
  // What is there already is linked in the order of its time.
  await sql`insert into audit_unlinked (entry_id) select id from audit_log order by at, id`.execute(db)
}
