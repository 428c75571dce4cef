/* Plain values of rings, apart from the schemas, so that a page can read them without the validator. */

export const ringStatuses = ['open', 'dismissed'] as const
/** `growth`: users that came in the last seven days. */
export const ringOrders = ['score', 'growth', 'lastSeen', 'amount', 'users'] as const
export type RingOrder = (typeof ringOrders)[number]

export const ringLimits = {
  /** Days of events that rings are made of. */
  days: 90,
  growthDays: 7,
  listed: 200,
  /** Members of a ring that are returned, those of most users first. */
  members: 500,
  /** Newest events of a range in which rings are looked for. */
  searchedEvents: 50_000,
  reason: 500,
} as const
