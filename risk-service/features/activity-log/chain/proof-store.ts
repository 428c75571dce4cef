import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { type HashedEntry, hashedColumns } from './chain-store.ts'

/** A link with its entry, where that is still there. */
export type StoredLink = {
  seq: number
  entryId: string
  salt: string | null
  contentHash: string
  entryHash: string
  hash: string
} & ({ entry: HashedEntry } | { entry: null })

const linkColumns = sql`k.seq::float8 as seq, k.entry_id as "entryId", encode(k.salt, 'hex') as salt,
  encode(k.content_hash, 'hex') as "contentHash", encode(k.entry_hash, 'hex') as "entryHash", encode(k.hash, 'hex') as hash`

/** Links of a period: the last one is less than the first where it has none. */
export interface LinkRange {
  first: number
  last: number
  /** The hash that the first one follows; null for the first of the log. */
  follows: string | null
}

/**
 * Returns the links of the entries of a period, whenever they were linked; up to the end of the log where the period is
 * not over. Without entries, the range is empty and follows the last link before the period.
 */
export async function linkRange(
  db: Db,
  tenantId: string,
  { from, to, isOver }: { from: Date; to: Date; isOver: boolean },
): Promise<LinkRange> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    with kept as (
      -- Entries before it are too old to be there.
      select k.seq from audit_link k join audit_log l on l.id = k.entry_id
      where k.tenant_id = ${tenantId}::uuid order by k.seq limit 1
    ), found as (
      select k.seq from audit_log l join audit_link k on k.entry_id = l.id and k.tenant_id = l.tenant_id
      where l.tenant_id = ${tenantId}::uuid and l.at >= ${from}::timestamptz and l.at < ${to}::timestamptz
      union all
      -- Of a link whose entry was removed, only its own time is there.
      select k.seq from audit_link k
      where k.tenant_id = ${tenantId}::uuid and k.linked_at >= ${from}::timestamptz and k.linked_at < ${to}::timestamptz
        and not exists (select from audit_log l where l.id = k.entry_id and l.tenant_id = k.tenant_id)
    )
    select case when count(*) > 0 then greatest(min(seq), (select seq from kept)) end::float8 as first,
      ${isOver ? sql`max(seq)` : sql`(select max(seq) from audit_link where tenant_id = ${tenantId}::uuid)`}::float8 as last
    from found`.execute(db)
  const [{ first, last } = { first: null, last: null }] = rows
  if (first !== null && last !== null && first <= last)
    return { first, last, follows: (await lastLinkBefore(db, tenantId, sql`k.seq < ${first}`))?.hash ?? null }
  const before = await lastLinkBefore(
    db,
    tenantId,
    isOver ? sql`coalesce(l.at, k.linked_at) < ${from}::timestamptz` : sql`true`,
  )
  return { first: (before?.seq ?? 0) + 1, last: before?.seq ?? 0, follows: before?.hash ?? null }
}

async function lastLinkBefore(
  db: Db,
  tenantId: string,
  condition: RawBuilder<unknown>,
): Promise<{ seq: number; hash: string } | undefined> {
  const { rows } = await sql<{ seq: number; hash: string }>`
    select k.seq::float8 as seq, encode(k.hash, 'hex') as hash from audit_link k left join audit_log l on l.id = k.entry_id
    where k.tenant_id = ${tenantId}::uuid and ${condition} order by k.seq desc limit 1`.execute(db)
  return rows[0]
}

/** Reads links in their order, with their entries. */
export async function readLinks(
  db: Db,
  tenantId: string,
  { after, last, limit }: { after: number; last: number; limit: number },
  signal: AbortSignal | undefined,
): Promise<StoredLink[]> {
  const { rows } = await sql<Omit<StoredLink, 'entry'> & Partial<HashedEntry>>`
    select ${linkColumns}, ${hashedColumns} from audit_link k left join audit_log l on l.id = k.entry_id
    where k.tenant_id = ${tenantId}::uuid and k.seq > ${after} and k.seq <= ${last} order by k.seq limit ${limit}`.execute(
    db,
    cancellable(signal),
  )
  return rows.map(({ seq, entryId, salt, contentHash, entryHash, hash, ...entry }) => ({
    ...{ seq, entryId, salt, contentHash, entryHash, hash },
    entry: entry.id == null ? null : (entry as HashedEntry),
  }))
}

export interface StoredHead {
  seq: number
  signature: string
  publicKey: Record<string, unknown>
}

/** The signed heads of days, one of each link, also of links that are not there any more. */
export async function readHeads(db: Db, tenantId: string, fromDay: string): Promise<StoredHead[]> {
  const { rows } = await sql<StoredHead>`
    select distinct on (seq) seq::float8 as seq, signature, public_key as "publicKey" from audit_head
    where tenant_id = ${tenantId}::uuid and day >= ${fromDay}::date - 1 order by seq, day desc`.execute(db)
  return rows
}
