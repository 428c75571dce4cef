/* The time machine as plain data, for the console and the service. */

/** `rules`: rules of a result; `examples`: of each block; `stored`: runs of an environment that are kept. */
export const timeMachineLimits = { days: 1830, stored: 20, queued: 3, examples: 5, rules: 200 } as const

/** What became known of an event by now; without a label, a chargeback or a refund for fraud it is unknown, not good. */
export const historyVerdicts = ['fraud', 'good', 'unknown'] as const
export type HistoryVerdict = (typeof historyVerdicts)[number]

/** Blocks of the page: fraud that is rejected, fraud that is approved, good events that are rejected, events for review. */
export const historyBlocks = ['stopped', 'missed', 'wronglyStopped', 'review'] as const
export type HistoryBlock = (typeof historyBlocks)[number]
