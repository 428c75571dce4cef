import { assistantLimits } from '../../../contract/assistant/assistant-definitions.ts'
import type { MonotonicClock } from '../../../kernel/limits/monotonic-clock.ts'
import { createSlidingWindowLimiter, type SlidingWindowLimiter } from '../../../kernel/limits/sliding-window-limiter.ts'

/** Creates the limiter of questions to the assistant: one for each console API. */
export const createQuestionLimiter = (now?: MonotonicClock): SlidingWindowLimiter =>
  createSlidingWindowLimiter({ limit: assistantLimits.perMinute, windowMs: 60_000, ...(now ? { now } : {}) })
