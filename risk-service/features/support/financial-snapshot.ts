import type { FinancialSnapshot } from '../../contract/support/support.ts'
import { supportLimits } from '../../contract/support/support-definitions.ts'
import { objectOf } from '../../engine/lib/json.ts'
import type { Db } from '../../ports/database.ts'
import { type CountedEvent, loadEventEntities, type PurchaseViewOf } from '../review/event-detail.ts'
import { sumBankEvents } from './bank-events.ts'
import { createFigures, memberSince, noSums } from './figures.ts'
import { countDaysOfUse, type EntitySource, firstPurchaseAt, sumPurchases, windowsBefore } from './store.ts'

/**
 * Returns the figures of the customer of an event as they are now: those of its user id, else of its e-mail address. Of
 * more than `supportLimits.snapshotEvents` purchases the newest are counted, so that a customer with very many of them
 * costs no more. Null for an unknown event.
 */
export async function loadFinancialSnapshot(
  db: Db,
  address: CountedEvent,
  purchaseViewOf: PurchaseViewOf,
  now: Date,
  signal?: AbortSignal,
): Promise<FinancialSnapshot | null> {
  const event = await loadEventEntities(db, address, purchaseViewOf)
  if (event === null) return null
  const created = objectOf(event.view.user).creationDate
  const source = sourceOf(event.entities)
  if (source === null)
    return { by: null, complete: true, ...memberSince(created, null), ...createFigures(noSums, now, now) }
  const counted = { ...source, newest: supportLimits.snapshotEvents }
  const since = windowsBefore(now)
  const [purchases, bankEvents, days, firstAt] = await Promise.all([
    sumPurchases(db, address.scope, counted, since, signal),
    sumBankEvents(db, address.scope, counted, since, signal),
    countDaysOfUse(db, address.scope, counted, since, signal),
    firstPurchaseAt(db, address.scope, source, signal),
  ])
  const countedFrom =
    purchases.length === 0 ? now : new Date(Math.min(...purchases.map(each => each.first_at.getTime())))
  return {
    by: source.entity,
    complete: firstAt === null || firstAt >= countedFrom,
    ...memberSince(created, firstAt),
    ...createFigures({ purchases, bankEvents, days }, countedFrom, now),
  }
}

/** The customer of an event: its user id, else its e-mail address. */
function sourceOf(entities: NonNullable<Awaited<ReturnType<typeof loadEventEntities>>>['entities']) {
  for (const type of ['user', 'email'] as const) {
    const found = entities.find(each => each.type === type)
    if (found !== undefined) return { entity: type, value: found.value } satisfies EntitySource
  }
  return null
}
