/** What is known of the difference between the clocks: the service's is ahead by a value between the two, in milliseconds. */
interface Bounds {
  from: number
  to: number
}

let bounds: Bounds = { from: -Infinity, to: Infinity }

/**
 * Bounds of the difference after one more answer. Its `Date` has whole seconds, and was written after the request was
 * sent and before the answer arrived; several answers narrow the bounds. Answers that contradict them follow a change of
 * this device's clock, and count alone.
 */
export function narrowBounds(before: Bounds, date: number, sentAt: number, receivedAt: number): Bounds {
  const next = { from: date - receivedAt, to: date + 1000 - sentAt }
  const joint = { from: Math.max(before.from, next.from), to: Math.min(before.to, next.to) }
  return joint.from <= joint.to ? joint : next
}

/** The difference to reckon with: none while the clocks may agree. */
export const offsetWithin = ({ from, to }: Bounds): number => (from <= 0 && to >= 0 ? 0 : (from + to) / 2)

/**
 * Takes the time of the service from the header `Date` of an answer.
 * @param date the header; null where the answer has none, or another origin does not show it
 * @param sentAt when the request was sent, by the clock of this device
 */
export function recordServerDate(date: string | null, sentAt: number): void {
  const at = Date.parse(date ?? '')
  if (Number.isFinite(at)) bounds = narrowBounds(bounds, at, sentAt, Date.now())
}

/** The current time of the service in milliseconds: deadlines that it sets are counted by it, not by this device. */
export const serverNow = (): number => Date.now() + offsetWithin(bounds)
