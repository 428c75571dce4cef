import { assistantLimits } from '../../../contract/assistant/assistant-definitions.ts'
import type { ConversationEntry } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { type AssistantEntryRow, type Conversation, loadEntries } from './store.ts'

const entryOf = ({ id, question, asked_at, answer, rating }: AssistantEntryRow): ConversationEntry => ({
  id,
  question,
  askedAt: asked_at.toISOString(),
  answer,
  rating,
})

/** Loads what a user asked in an environment in the last thirty days, the oldest first. */
export async function loadConversation(db: Db, conversation: Conversation, now: Date): Promise<ConversationEntry[]> {
  const since = new Date(now.getTime() - assistantLimits.days * 86_400_000)
  return (await loadEntries(db, conversation, { since, limit: assistantLimits.conversation })).map(entryOf)
}
