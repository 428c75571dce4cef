import { sql } from 'kysely'
import type { NamedCase } from '../../../contract/cases/case-inputs.ts'
import type { Db } from '../../../ports/database.ts'
import type { PersonOfCase } from '../model/assignment.ts'
import type { StoredCase } from '../model/case-record.ts'
import { notAbout } from './own-cases.ts'

/** Columns of a case whose values link it with others. */
export const linkColumns = ['user_id', 'email', 'device_id', 'payment_id'] as const

/** Returns the number of other open cases of the environment that share user, e-mail, device or instrument. */
export async function countLinkedOpen(db: Db, found: StoredCase): Promise<number> {
  const parts = linkColumns.flatMap(column =>
    found[column] === null
      ? []
      : [
          sql`select id from review_case where environment_id = ${found.environment_id}::uuid and ${sql.ref(column)} = ${found[column]}
            and ${sql.ref(column)} is not null and state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')`,
        ],
  )
  if (parts.length === 0) return 0
  const { rows } = await sql<{ count: number }>`select count(distinct id)::int as count
    from (${sql.join(parts, sql` union all `)}) linked where id <> ${found.id}::uuid`.execute(db)
  return rows[0]?.count ?? 0
}

/** Columns of what makes cases a bundle: the same customer, instrument or device. */
const bundleColumns = ['user_id', 'payment_id', 'device_id'] as const
/** Linked cases that are looked at: a ring can have thousands. */
const maxLinked = 200

interface BundleOptions {
  reviewer: PersonOfCase
  now: Date
}

/** A case that waits, for everybody or for the reviewer, and is not about the reviewer. */
const isFree = ({ reviewer, now }: BundleOptions) => sql<boolean>`state = 'Pending' and not escalated
  and (timeout_at is null or timeout_at > ${now}::timestamptz)
  and (assignee_id is null or assignee_id = ${reviewer.id}::uuid or assigned_until <= ${now}::timestamptz)
  and ${notAbout(reviewer)}`

/** A case that could be reviewed together with another one. */
export interface WaitingCase {
  id: string
  queue_id: string | null
  assignee_id: string | null
  /** Whether it shares customer, instrument or device with the other one. */
  linked: boolean
}

/** Whether a case shares customer, instrument or device with this one. */
const isLinkedWith = (found: StoredCase) =>
  sql.join(
    [
      sql`false`,
      ...bundleColumns.flatMap(column =>
        found[column] === null ? [] : [sql`coalesce(${sql.ref(column)} = ${found[column]}, false)`],
      ),
    ],
    sql` or `,
  )

/**
 * Returns the waiting cases of the environment, in any queue, that share customer, instrument or device with a case and
 * that nobody else has, the oldest first. Nothing about the reviewer, and nothing that needs a supervisor, is among them.
 */
export async function loadLinkedWaiting(db: Db, found: StoredCase, options: BundleOptions): Promise<WaitingCase[]> {
  const links = bundleColumns.flatMap(column =>
    found[column] === null ? [] : [sql`${sql.ref(column)} = ${found[column]}`],
  )
  if (links.length === 0) return []
  const { rows } = await sql<WaitingCase>`
    select id, queue_id, assignee_id, true as linked from review_case
    where environment_id = ${found.environment_id}::uuid and id <> ${found.id}::uuid
      and (${sql.join(links, sql` or `)}) and ${isFree(options)}
    order by at, id limit ${maxLinked}`.execute(db)
  return rows
}

/** Returns those of the named cases of the environment of a case that wait and that nobody else has, the oldest first. */
export async function loadNamedWaiting(
  db: Db,
  found: StoredCase,
  cases: readonly NamedCase[],
  options: BundleOptions,
): Promise<WaitingCase[]> {
  const { rows } = await sql<WaitingCase>`
    select id, queue_id, assignee_id, (${isLinkedWith(found)}) as linked from review_case
    where environment_id = ${found.environment_id}::uuid and id <> ${found.id}::uuid and (event_type, external_id) in (
      select * from unnest(${cases.map(({ eventType }) => eventType)}::text[], ${cases.map(({ id }) => id)}::text[]))
      and ${isFree(options)}
    order by at, id`.execute(db)
  return rows
}

/**
 * Locks waiting cases until the transaction ends and returns them, the oldest first. Cases that other transactions
 * lock, and those that do not wait for the reviewer any more, are left out.
 */
export async function lockLinkedWaiting(
  trx: Db,
  ids: readonly string[],
  { limit, ...options }: BundleOptions & { limit: number },
): Promise<StoredCase[]> {
  if (ids.length === 0 || limit <= 0) return []
  const { rows } = await sql<StoredCase>`
    select * from review_case where id = any(${[...ids]}::uuid[]) and ${isFree(options)}
    order by at, id limit ${limit} for update skip locked`.execute(trx)
  return rows
}

/**
 * Returns the cases that a person reviews together with a case. @param lock locks them until the transaction ends, and
 * leaves out those that other transactions lock
 */
export async function loadBundle(db: Db, found: StoredCase, { lock }: { lock: boolean }): Promise<StoredCase[]> {
  if (found.bundle_id === null) return []
  const rows = await db
    .selectFrom('review_case')
    .selectAll()
    .where('bundle_id', '=', found.bundle_id)
    .where('state', '=', 'InReview')
    .where('lock_owner_id', '=', found.lock_owner_id)
    .where('id', '!=', found.id)
    .orderBy('at')
    .orderBy('id')
    .$if(lock, query => query.forUpdate().skipLocked())
    .execute()
  return rows as StoredCase[]
}
