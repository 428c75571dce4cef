import { assistantLimits } from '../../../contract/assistant/assistant-definitions.ts'
import { createSharedWindowLimiter, type SharedWindowLimiter } from '../../../kernel/limits/shared-window-limiter.ts'
import type { Db } from '../../../ports/database.ts'

/** Creates the limiter of questions to the assistant, which all processes count together. */
export const createQuestionLimiter = (db: Db, limit: number = assistantLimits.perMinute): SharedWindowLimiter =>
  createSharedWindowLimiter(db, { name: 'question', limit, windowSeconds: 60 })
