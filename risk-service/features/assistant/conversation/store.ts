import type { Selectable } from 'kysely'
import type { AssistantAnswer, Rating } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { AssistantEntryTable } from '../../../ports/tables/preferences.ts'

export type AssistantEntryRow = Selectable<AssistantEntryTable>
/** A conversation is that of one user in one environment. */
export interface Conversation {
  environmentId: string
  userId: string
}

const ownEntries = (db: Db, { environmentId, userId }: Conversation) =>
  db.selectFrom('assistant_entry').where('environment_id', '=', environmentId).where('user_id', '=', userId)

/** Loads the latest entries since a moment, the oldest first. */
export async function loadEntries(
  db: Db,
  conversation: Conversation,
  { since, limit }: { since: Date; limit: number },
): Promise<AssistantEntryRow[]> {
  const rows = await ownEntries(db, conversation)
    .selectAll()
    .where('asked_at', '>', since)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

interface NewEntry extends Conversation {
  id: string
  askedAt: Date
  question: string
  answer: AssistantAnswer
}

export async function insertEntry(
  db: Db,
  { id, environmentId, userId, askedAt, question, answer }: NewEntry,
): Promise<void> {
  await db
    .insertInto('assistant_entry')
    .values({
      id,
      environment_id: environmentId,
      user_id: userId,
      asked_at: askedAt,
      question,
      answer: JSON.stringify(answer),
      rating: null,
    })
    .execute()
}

/** Deletes a conversation; returns the number of its entries. */
export async function deleteEntries(db: Db, { environmentId, userId }: Conversation): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('assistant_entry')
    .where('environment_id', '=', environmentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Stores the rating of an own entry; false: there is none with this id. */
export async function rateEntry(
  db: Db,
  { environmentId, userId }: Conversation,
  id: string,
  rating: Rating | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assistant_entry')
    .set({ rating })
    .where('environment_id', '=', environmentId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
