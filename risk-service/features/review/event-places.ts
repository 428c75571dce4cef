import { countedAtPlace } from '../../contract/events/event-places.ts'
import type { EventPlace, EventPlaces } from '../../contract/index.ts'
import { addressEntity, normaliseIp } from '../../engine/enrich/enrich-purchase.ts'
import type { GeoProvider } from '../../engine/enrich/index.ts'
import { indexedInstruments, postalCodeOf, postalCodeType } from '../../engine/enrich/postal-codes.ts'
import { type Json, listOf, objectOf } from '../../engine/lib/json.ts'
import { loadCaseOptions } from '../../kernel/case-options/case-options.ts'
import type { Db } from '../../ports/database.ts'
import type { CountedEvent, PurchaseViewOf } from './event-detail.ts'
import { countedDays, lacksPostalCodes } from './places/fill-postal-codes.ts'
import { pairsOf, positionOf, withLegs } from './places/place-distances.ts'
import { countEventsAt, newestAddressesOfUser, type SharedPlace } from './places-store.ts'
import { findEventKey, loadEvent } from './store.ts'

/** Number of locations of a user that are shown. */
const previousLocations = 20
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
  const shared = found.flatMap(({ shared: attribute }) => attribute ?? [])
  const since = new Date(now.getTime() - countedDays * day)
  const [{ farKm }, counts, lacksCodes, earlier] = await Promise.all([
    loadCaseOptions(db, address.tenantId),
    countEventsAt(db, key, address.scope, shared, { since, limit: countedAtPlace + 1 }, signal),
    lacksPostalCodes(db, address.scope),
    user === null ? [] : newestAddressesOfUser(db, key, address.scope, user, previousLocations, signal),
  ])
  const places = found.map(({ shared: attribute, ...place }): EventPlace => {
    // A number of part of the events would pass for one of all.
    if (attribute === null || (lacksCodes && attribute.type === postalCodeType)) return { ...place, otherEvents: null }
    const count = counts[shared.indexOf(attribute)] ?? 0
    const complete = count <= countedAtPlace
    return { ...place, otherEvents: { sharing: attribute.type, count: Math.min(count, countedAtPlace), complete } }
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

/** A place with what other events have in common with it; null: nothing that is indexed. */
interface FoundPlace extends Omit<EventPlace, 'otherEvents'> {
  shared: SharedPlace | null
}

/** The postal code stands for the place; countries without codes have the address alone. */
function sharedOf(address: Json): SharedPlace | null {
  const code = postalCodeOf(address)
  if (code !== null) return { type: postalCodeType, value: code }
  const entity = addressEntity(address)
  return entity && { type: 'address', value: entity.value }
}

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
      shared: { type: 'ip', value: ip },
      ...ipPosition(ip, null, geo),
    })
  listOf(view.paymentInstrumentList)
    .slice(0, indexedInstruments)
    .forEach((instrument, index) => {
      addAddress(places, `billing-${index + 1}`, 'billing', objectOf(instrument.billingAddress), geo)
    })
  const kind = accountTypes.includes(eventType) ? 'account' : 'shipping'
  addAddress(places, kind, kind, objectOf(view.shippingAddress), geo)
  const store = textOf(view.storeAddress)
  if (store !== '')
    places.push({ id: 'store', kind: 'store', text: store, shared: null, ...positionOf(undefined, null, 'city') })
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
    shared: sharedOf(address),
    ...positionOf(found, country, postalCode === '' ? 'city' : 'postalCode'),
  })
}
