import { type RawBuilder, sql } from 'kysely'
import { chainLock } from '../../../kernel/store/maintenance/trim-log-chain.ts'
import type { Db } from '../../../ports/database.ts'
import type { EntryContent, EntryHead } from './entry-hashes.ts'

/** An entry as it is hashed. */
export interface HashedEntry extends EntryHead, EntryContent {
  /** Null: its content is there. */
  erasedAt: string | null
}

/** The columns of an entry of `audit_log l` by the names under which it is hashed. */
export const hashedColumns: RawBuilder<unknown> = sql`
  l.id, l.tenant_id as "tenantId", l.environment_id as "environmentId", l.environment_name as "environmentName",
  to_char(l.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, l.actor_id as "actorId", l.actor_name as "actorName",
  l.actor_roles as "actorRoles", l.resource_type as "resourceType", l.operation, l.assessment_id as "assessmentId",
  l.assessment_name as "assessmentName", l.correlation_id as "correlationId", l.resource_id as "resourceId",
  l.resource_name as "resourceName", l.before, l.after,
  to_char(l.erased_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "erasedAt"`

export const headOf = (head: HashedEntry): EntryHead => ({
  id: head.id,
  tenantId: head.tenantId,
  environmentId: head.environmentId,
  environmentName: head.environmentName,
  at: head.at,
  actorId: head.actorId,
  actorName: head.actorName,
  actorRoles: head.actorRoles,
  resourceType: head.resourceType,
  operation: head.operation,
  assessmentId: head.assessmentId,
  assessmentName: head.assessmentName,
  correlationId: head.correlationId,
})
export const contentOf = ({ resourceId, resourceName, before, after }: HashedEntry): EntryContent => ({
  resourceId,
  resourceName,
  before: before ?? null,
  after: after ?? null,
})

/** Entries that wait, and whether each has a link already. */
export type WaitingEntry = HashedEntry & { linked: boolean }

/**
 * Returns the entries that wait, in the order in which they were written; to one process at a time. What a later
 * transaction commits waits from then on and gets a later link, so that no entry is passed over.
 */
export async function takeWaiting(trx: Db, limit: number): Promise<WaitingEntry[] | null> {
  const { rows: locked } = await sql<{ ok: boolean }>`select pg_try_advisory_xact_lock(${chainLock}) as ok`.execute(trx)
  if (!locked[0]?.ok) return null
  const { rows } = await sql<WaitingEntry>`
    select ${hashedColumns}, exists (select from audit_link k where k.entry_id = l.id) as linked
    from audit_log l where l.facet_id is null order by l.written limit ${limit}`.execute(trx)
  return rows
}

/** Gives entries the numbers of their facet and of their actor, by which the log is searched: they wait no longer. */
export async function fileEntries(trx: Db, ids: readonly string[]): Promise<void> {
  const entries = sql`audit_log l where l.id = any(${[...ids]}::uuid[])`
  await sql`insert into audit_facet (tenant_id, key, environment_id, environment_name, resource_type, operation, assessment_id, assessment_name)
    select distinct l.tenant_id, ${facetKey}, l.environment_id, l.environment_name, l.resource_type, l.operation, l.assessment_id, l.assessment_name
    from ${entries} and not exists (select from audit_facet f where f.tenant_id = l.tenant_id and f.key = ${facetKey})`.execute(
    trx,
  )
  await sql`insert into audit_actor (tenant_id, actor_id, actor_name)
    select distinct l.tenant_id, l.actor_id, l.actor_name from ${entries} and not exists (
      select from audit_actor a where a.tenant_id = l.tenant_id and a.actor_id = l.actor_id and a.actor_name = l.actor_name)`.execute(
    trx,
  )
  await sql`update audit_log l set facet_id = f.id, actor_number = a.number, written = null from audit_facet f, audit_actor a
    where l.id = any(${[...ids]}::uuid[]) and f.tenant_id = l.tenant_id and f.key = ${facetKey}
      and a.tenant_id = l.tenant_id and a.actor_id = l.actor_id and a.actor_name = l.actor_name`.execute(trx)
}

const facetKey = sql`audit_facet_key(l.environment_id, l.environment_name, l.resource_type, l.operation, l.assessment_id, l.assessment_name)`

export interface Link {
  tenantId: string
  seq: number
  entryId: string
  salt: string
  contentHash: string
  entryHash: string
  hash: string
}

/** The last link of a tenant; null before the first. */
export async function lastLink(trx: Db, tenantId: string): Promise<{ seq: number; hash: string } | null> {
  const { rows } = await sql<{ seq: number; hash: string }>`
    select seq::float8 as seq, encode(hash, 'hex') as hash from audit_link where tenant_id = ${tenantId}::uuid
    order by seq desc limit 1`.execute(trx)
  return rows[0] ?? null
}

export async function insertLinks(trx: Db, links: readonly Link[], now: Date): Promise<void> {
  await sql`insert into audit_link (tenant_id, seq, entry_id, salt, content_hash, entry_hash, hash, linked_at)
    select "tenantId", seq, "entryId", decode(salt, 'hex'), decode("contentHash", 'hex'), decode("entryHash", 'hex'), decode(hash, 'hex'), ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as l("tenantId" uuid, seq bigint, "entryId" uuid, salt text, "contentHash" text, "entryHash" text, hash text)`.execute(
    trx,
  )
}

export async function putHead(
  trx: Db,
  head: { tenantId: string; day: string; seq: number; hash: string },
  signature: string,
  publicKey: unknown,
): Promise<void> {
  await sql`insert into audit_head (tenant_id, day, seq, hash, signature, public_key)
    values (${head.tenantId}::uuid, ${head.day}::date, ${head.seq}, decode(${head.hash}, 'hex'), ${signature}, ${JSON.stringify(publicKey)}::jsonb)
    on conflict (tenant_id, day) do update set seq = excluded.seq, hash = excluded.hash, signature = excluded.signature, public_key = excluded.public_key`.execute(
    trx,
  )
}
