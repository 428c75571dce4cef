const backfillMonths = 13

/** Returns the time of an event of the past: the merchant's, unless it is too early, in the future or none. */
export function backfillTime(merchantTime: unknown, receivedAt: Date): Date {
  const at = new Date(String(merchantTime))
  const earliest = new Date(receivedAt)
  earliest.setUTCMonth(earliest.getUTCMonth() - backfillMonths)
  return Number.isNaN(at.getTime()) || at > receivedAt || at < earliest ? receivedAt : at
}
