import type { EventPlace, EventPlaces } from '../../contract/index.ts'
import { normaliseIp } from '../../engine/enrich/enrich-purchase.ts'
import type { GeoProvider } from '../../engine/enrich/index.ts'
import { type Json, listOf, objectOf } from '../../engine/lib/json.ts'
import { loadCaseOptions } from '../../kernel/case-options/case-options.ts'
import type { Db } from '../../ports/database.ts'
import type { CountedEvent, PurchaseViewOf } from './event-detail.ts'
import { pairsOf, positionOf, withSpeeds } from './place-distances.ts'
import { newestAddressesOfUser } from './places-store.ts'
import { findEventKey, loadEvent } from './store.ts'

/** Number of locations of a user that are shown. */
const previousLocations = 20

/** Loads the places of one event with their distances, and where its user was before; null for an unknown event. */
export async function loadEventPlaces(
  db: Db,
  address: CountedEvent & { tenantId: string },
  purchaseViewOf: PurchaseViewOf,
  geo: GeoProvider,
  signal?: AbortSignal,
): Promise<EventPlaces | null> {
  const key = await findEventKey(db, address.environmentId, address.eventType, address.id)
  const event = key && (await loadEvent(db, key))
  if (!key || !event) return null
  const user = typeof event.user_id === 'string' ? event.user_id : null
  const [{ farKm }, earlier] = await Promise.all([
    loadCaseOptions(db, address.tenantId),
    user === null ? [] : newestAddressesOfUser(db, key, address.scope, user, previousLocations, signal),
  ])
  const places = placesOf(address.eventType, purchaseViewOf(event.request), geo)
  return {
    places,
    pairs: pairsOf(places, farKm),
    previous: withSpeeds(
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

/** Returns the places of an event: its IP address, then its postal addresses. */
function placesOf(eventType: string, view: Json, geo: GeoProvider): EventPlace[] {
  const places: EventPlace[] = []
  const device = objectOf(view.deviceContext)
  const ip = normaliseIp(textOf(device.ipAddress) || textOf(device.trueIp))
  if (ip !== null) places.push({ id: 'ip', kind: 'ip', text: ip, ...ipPosition(ip, null, geo) })
  listOf(view.paymentInstrumentList)
    .slice(0, shownInstruments)
    .forEach((instrument, index) => {
      addAddress(places, `billing-${index + 1}`, 'billing', objectOf(instrument.billingAddress), geo)
    })
  const kind = accountTypes.includes(eventType) ? 'account' : 'shipping'
  addAddress(places, kind, kind, objectOf(view.shippingAddress), geo)
  const store = textOf(view.storeAddress)
  if (store !== '') places.push({ id: 'store', kind: 'store', text: store, ...positionOf(undefined, null, 'city') })
  return places
}

/** Adds a place for an address that says anything. */
function addAddress(places: EventPlace[], id: string, kind: EventPlace['kind'], address: Json, geo: GeoProvider): void {
  const [postalCode, city] = [textOf(address.zipCode), textOf(address.city)]
  const country = /^[a-z]{2}$/i.test(textOf(address.country)) ? textOf(address.country).toUpperCase() : null
  const text = [textOf(address.street1), textOf(address.street2), [postalCode, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  if (text === '' && country === null) return
  const found = country === null ? undefined : geo.locate({ country, postalCode, city })
  places.push({ id, kind, text, ...positionOf(found, country, postalCode === '' ? 'city' : 'postalCode') })
}
