import type { EventPlace, EventPlaces } from '../../contract/index.ts'
import { enrichPurchase, normaliseIp } from '../../engine/enrich/enrich-purchase.ts'
import type { GeoProvider } from '../../engine/enrich/index.ts'
import { type Json, listOf, objectOf } from '../../engine/lib/json.ts'
import { loadCaseOptions } from '../../kernel/case-options/case-options.ts'
import type { Db } from '../../ports/database.ts'
import type { EntityLink } from '../../ports/index.ts'
import type { CountedEvent, PurchaseViewOf } from './event-detail.ts'
import { pairsOf, positionOf, withLegs } from './places/place-distances.ts'
import { newestAddressesOfUser } from './places-store.ts'
import { findEventKey, loadEntityFigures, loadEvent } from './store.ts'

/** Number of locations of a user that are shown. */
const previousLocations = 20
/** Days for which other events at a place are counted. */
const countedDays = 90
const day = 86_400_000

/** Loads the places of one event with their distances, and where its user was before; null for an unknown event. */
export async function loadEventPlaces(
  db: Db,
  address: CountedEvent & { tenantId: string },
  purchaseViewOf: PurchaseViewOf,
  geo: GeoProvider,
  now: Date,
  signal?: AbortSignal,
): Promise<EventPlaces | null> {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  const event = key && (await loadEvent(db, key))
  if (!key || !event) return null
  const user = typeof event.user_id === 'string' ? event.user_id : null
  const found = placesOf(address.eventType, purchaseViewOf(event.request), geo)
  const since = new Date(now.getTime() - countedDays * day)
  const [{ farKm }, figures, earlier] = await Promise.all([
    loadCaseOptions(db, address.tenantId),
    loadEntityFigures(
      db,
      key,
      address.scope,
      found.flatMap(({ entity }) => entity ?? []),
      since,
      signal,
    ),
    user === null ? [] : newestAddressesOfUser(db, key, address.scope, user, previousLocations, signal),
  ])
  const own = new Date(key.at_text) >= since ? 1 : 0
  const places = found.map(({ entity, ...place }): EventPlace => {
    const counted = figures.find(({ type, value }) => type === entity?.type && value === entity.value)
    // The driver returns counts as text.
    return { ...place, otherEvents: counted === undefined ? null : Math.max(0, Number(counted.events) - own) }
  })
  return {
    places,
    pairs: pairsOf(places, farKm),
    previous: withLegs(
      earlier.map(({ event_type, external_id, environment_id, at, ip, ip_country }) => ({
        eventType: event_type,
        externalId: external_id,
        environmentId: environment_id,
        at: at.toISOString(),
        ip,
        ...ipPosition(ip, ip_country, geo),
      })),
    ),
    farKm,
  }
}

const ipPosition = (ip: string, country: string | null, geo: GeoProvider) => {
  const facts = geo.find(ip)
  return positionOf(facts?.coordinates, facts?.countryCode ?? country, 'city')
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Events of these types have the address of the account where others have that of a shipment. */
const accountTypes: readonly string[] = ['signup', 'signin', 'accountcreation', 'accountlogin']
/** A request may name a thousand instruments; every place is compared with every other one. */
const shownInstruments = 10

/** A place with what it has in common with other events; null: nothing that is indexed. */
interface FoundPlace extends Omit<EventPlace, 'otherEvents'> {
  entity: EntityLink | null
}

/** The entity of a place is the one that the engine would index for a request with nothing else. */
const entityOf = (view: Json, type: EntityLink['type']): EntityLink | null =>
  enrichPurchase(view, () => null).entities.find(each => each.type === type) ?? null

/** Returns the places of an event: its IP address, then its postal addresses. */
function placesOf(eventType: string, view: Json, geo: GeoProvider): FoundPlace[] {
  const places: FoundPlace[] = []
  const device = objectOf(view.deviceContext)
  const ip = normaliseIp(textOf(device.ipAddress) || textOf(device.trueIp))
  if (ip !== null)
    places.push({
      id: 'ip',
      kind: 'ip',
      text: ip,
      entity: entityOf({ deviceContext: device }, 'ip'),
      ...ipPosition(ip, null, geo),
    })
  listOf(view.paymentInstrumentList)
    .slice(0, shownInstruments)
    .forEach((instrument, index) => {
      addAddress(places, `billing-${index + 1}`, 'billing', objectOf(instrument.billingAddress), geo)
    })
  const kind = accountTypes.includes(eventType) ? 'account' : 'shipping'
  addAddress(places, kind, kind, objectOf(view.shippingAddress), geo)
  const store = textOf(view.storeAddress)
  if (store !== '')
    places.push({ id: 'store', kind: 'store', text: store, entity: null, ...positionOf(undefined, null, 'city') })
  return places
}

/** Adds a place for an address that says anything. */
function addAddress(places: FoundPlace[], id: string, kind: EventPlace['kind'], address: Json, geo: GeoProvider): void {
  const [postalCode, city] = [textOf(address.zipCode), textOf(address.city)]
  const country = /^[a-z]{2}$/i.test(textOf(address.country)) ? textOf(address.country).toUpperCase() : null
  const text = [textOf(address.street1), textOf(address.street2), [postalCode, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  if (text === '' && country === null) return
  const found = country === null ? undefined : geo.locate({ country, postalCode, city })
  places.push({
    id,
    kind,
    text,
    entity: entityOf({ shippingAddress: address }, 'address'),
    ...positionOf(found, country, postalCode === '' ? 'city' : 'postalCode'),
  })
}
