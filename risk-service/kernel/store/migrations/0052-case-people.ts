import { type Kysely, sql } from 'kysely'

/** Who may not review a case: the holder of its payment instrument, and supervisors who escalated it to managers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      // `payment_holders`: as `holderKey` writes names; null for none, and for cases of before.
      `alter table review_case add column payment_holders text[], add column managers_only boolean not null default false`,
    )
    .execute(db)
}
