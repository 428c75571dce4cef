import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../kernel/limits/concurrency-limiter.ts'

/**
 * Maximum of calls under way. More of them do not finish sooner: they lengthen the turns of the event loop until even
 * refusals are late. One tenant never takes all places.
 */
const maxUnderWay = { perKey: 200, altogether: 300 }

/** Creates the limiter of the calls of one service, by tenant. */
export const createRiskCallLimiter = (): ConcurrencyLimiter => createConcurrencyLimiter(maxUnderWay)
