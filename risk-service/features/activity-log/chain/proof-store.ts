import { sql } from 'kysely'
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

/** The numbers of the first and the last link of a period, and the hash that the first follows; null without links. */
export async function linkRange(
  db: Db,
  tenantId: string,
  { from, to }: { from: Date; to: Date },
): Promise<{ first: number; last: number; follows: string | null } | null> {
  const { rows } = await sql<{ first: number | null; last: number | null; follows: string | null }>`
    with kept as (
      -- Entries before it are too old to be there.
      select k.seq from audit_link k join audit_log l on l.id = k.entry_id
      where k.tenant_id = ${tenantId}::uuid order by k.seq limit 1
    ), range as (
      select greatest(min(seq), (select seq from kept)) as first, max(seq) as last from audit_link
      where tenant_id = ${tenantId}::uuid and linked_at >= ${from}::timestamptz and linked_at < ${to}::timestamptz
    )
    select first::float8 as first, last::float8 as last,
      (select encode(hash, 'hex') from audit_link where tenant_id = ${tenantId}::uuid and seq = range.first - 1) as follows
    from range`.execute(db)
  const [range] = rows
  return range && range.first !== null && range.last !== null && range.first <= range.last
    ? { first: range.first, last: range.last, follows: range.follows }
    : null
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

/** The signed heads of days, also of links that are not there any more. */
export async function readHeads(db: Db, tenantId: string, fromDay: string): Promise<StoredHead[]> {
  const { rows } = await sql<StoredHead>`
    select seq::float8 as seq, signature, public_key as "publicKey" from audit_head
    where tenant_id = ${tenantId}::uuid and day >= ${fromDay}::date - 1 order by seq, day`.execute(db)
  return rows
}
