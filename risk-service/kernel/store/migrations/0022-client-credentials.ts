import { type Kysely, sql } from 'kysely'

/**
 * Clients authenticate by secrets, two of which overlap while one replaces the other, or by certificates; all of them
 * expire.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table api_client_credential (
    id uuid primary key,
    client_id text not null references api_client (client_id) on delete cascade,
    secret_hash text,
    certificate text,
    thumbprint text,
    thumbprint_sha256 text,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    check (num_nonnulls(secret_hash, certificate) = 1 and num_nonnulls(certificate, thumbprint, thumbprint_sha256) in (0, 3))
  )`)
    .execute(db)
  await sql
    .raw(`create unique index api_client_certificate on api_client_credential (client_id, thumbprint_sha256)`)
    .execute(db)
  // Existing secrets had no end: they get the usual lifetime from now on.
  await sql
    .raw(`insert into api_client_credential (id, client_id, secret_hash, created_at, expires_at)
    select gen_random_uuid(), client_id, secret_hash, created_at, now() + interval '24 months' from api_client`)
    .execute(db)
  await sql.raw(`alter table api_client drop column secret_hash`).execute(db)
}
