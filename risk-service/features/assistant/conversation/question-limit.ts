import { assistantLimits } from '../../../contract/assistant/assistant-definitions.ts'
import { createSlidingWindowLimiter, type SlidingWindowLimiter } from '../../../kernel/limits/sliding-window-limiter.ts'

/** Creates the limiter of questions to the assistant: one for each console API. */
export const createQuestionLimiter = (limit: number = assistantLimits.perMinute): SlidingWindowLimiter =>
  createSlidingWindowLimiter({ limit, windowMs: 60_000 })
