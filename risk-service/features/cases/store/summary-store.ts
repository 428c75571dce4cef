import type { Insertable } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { CaseSummaryRatingTable } from '../../../ports/tables/review/cases.ts'

/** Returns whether a summary helped a user; null when the user said nothing. */
export async function findRating(db: Db, caseId: string, userId: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('case_summary_rating')
    .select('helpful')
    .where('case_id', '=', caseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.helpful ?? null
}

/** Stores what a user says of a summary in place of what the user said before; null takes it back. */
export async function writeRating(
  db: Db,
  { helpful, ...rating }: Omit<Insertable<CaseSummaryRatingTable>, 'helpful'> & { helpful: boolean | null },
): Promise<void> {
  if (helpful === null) {
    await db
      .deleteFrom('case_summary_rating')
      .where('case_id', '=', rating.case_id)
      .where('user_id', '=', rating.user_id)
      .execute()
    return
  }
  const { queue_id, facts, at } = rating
  await db
    .insertInto('case_summary_rating')
    .values({ ...rating, helpful })
    .onConflict(conflict => conflict.columns(['case_id', 'user_id']).doUpdateSet({ helpful, queue_id, facts, at }))
    .execute()
}
