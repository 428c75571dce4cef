import type { Selectable } from 'kysely'
import type { RingTable } from '../../../ports/tables/review/rings.ts'

export type StoredRing = Selectable<RingTable>

/** A dismissed ring returns with so many times its users, and no fewer than so many more. */
const returnFactor = 1.5
const returnUsers = 3
/** Or with so many times its bad transactions, and no fewer than so many more. */
const returnBadFactor = 2
const returnBad = 5
const hour = 3_600_000

/** Returns the ring that the others become a part of: the one that was found first. */
export function survivorOf(rings: readonly StoredRing[]): StoredRing | null {
  const [first] = rings.toSorted((a, b) => a.found_at.getTime() - b.found_at.getTime() || (a.id < b.id ? -1 : 1))
  return first ?? null
}

/** Whether a dismissed ring has grown so much that the dismissal does not hold for it any more. */
export function returns(
  { status, dismissed_users: users, dismissed_bad: bad }: StoredRing,
  now: { users: number; bad: number },
): boolean {
  if (status !== 'dismissed' || users === null || bad === null) return false
  return (
    (now.users >= users * returnFactor && now.users >= users + returnUsers) ||
    (now.bad >= bad * returnBadFactor && now.bad >= bad + returnBad)
  )
}

/** Whether a watcher is notified now: of growth, and at most once an hour. */
export const isNotified = (watch: { users: number; notified_at: Date | null }, users: number, now: Date): boolean =>
  users > watch.users && (watch.notified_at === null || now.getTime() - watch.notified_at.getTime() >= hour)
