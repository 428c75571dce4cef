import type { Queue } from '@assay/risk-service/contract'

/** Tabs of the page of a queue: `work` has the waiting cases and those under review. */
export const queueTabs = ['work', 'onHold', 'escalated', 'awaitingApproval'] as const
export type QueueTab = (typeof queueTabs)[number]

/** Tabs that a queue has, with the number of their cases: what is switched off is shown while it has cases left. */
export function tabsOf({ counts, hold: holds, escalation, fourEyes }: Queue): { tab: QueueTab; count: number }[] {
  return [
    { tab: 'work' as const, count: counts.pending + counts.inReview, shown: true },
    { tab: 'onHold' as const, count: counts.onHold, shown: holds },
    { tab: 'escalated' as const, count: counts.escalated, shown: escalation },
    { tab: 'awaitingApproval' as const, count: counts.awaitingApproval, shown: fourEyes !== null },
  ].flatMap(({ tab, count, shown }) => (shown || count > 0 ? [{ tab, count }] : []))
}
