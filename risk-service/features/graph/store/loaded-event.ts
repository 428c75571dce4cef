import { type EventRow, type GraphEdgeKind, hiddenPart } from '../../../contract/index.ts'
import { addressEntity, enrichPurchase, normaliseEntityValue } from '../../../engine/enrich/enrich-purchase.ts'
import { networkOf } from '../../../engine/enrich/ip-address.ts'
import { refKey } from '../../../engine/graph/event-links.ts'
import type { GraphEntity, GraphEvent, GraphRef } from '../../../engine/graph/types.ts'
import { type Json, listOf, objectOf } from '../../../engine/lib/json.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'
import { toEventRow } from '../../../kernel/store/events/event-row.ts'
import type { EntityLink } from '../../../ports/index.ts'
import type { StoredGraphEvent } from './graph-events.ts'

/** A value as the caller may see it; `key` null: not the whole value. */
export interface ShownValue {
  text: string
  key: string | null
}
/** An event of the graph with its row and its values as the caller may see them. */
export interface LoadedEvent extends GraphEvent {
  row: EventRow
  atText: string
  person: string | null
  /** By the key of the node. */
  shown: ReadonlyMap<string, ShownValue>
}

/** Products of one purchase that are drawn. */
const maxProducts = 20

/** Returns a stored event in the terms of the graph. */
export function toLoadedEvent(
  { engine, masking }: Pick<EnvironmentCallContext, 'engine' | 'masking'>,
  stored: StoredGraphEvent,
): LoadedEvent {
  const row = toEventRow(stored)
  const view = engine.purchaseView(row.environmentId, row.eventType, stored.request)
  const { entities } = enrichPurchase(view, () => null)
  const user = entities.find(({ type }) => type === 'user')
  const ip = entities.find(({ type }) => type === 'ip')
  const products = productsOf(view)
  return {
    eventId: row.eventId,
    at: Date.parse(row.at),
    atText: stored.at_text,
    user: user?.value ?? null,
    entities: entities.filter(entity => entity !== user).map(createKindsOf(row.eventType, view)),
    bin: row.bin,
    ipNetwork: ip === undefined ? null : networkOf(ip.value),
    products: products.map(({ value }) => value),
    hasCase: stored.has_case,
    chargedBack: stored.charged_back,
    row,
    ...showValues(masking, row, entities, products, ip === undefined ? null : networkOf(ip.value)),
  }
}

/** Returns the function that adds the kinds of edges to an entity. */
function createKindsOf(eventType: string, view: Json): (entity: EntityLink) => GraphEntity {
  const shipping = addressEntity(objectOf(view.shippingAddress))?.value
  const billing = new Set(
    listOf(view.paymentInstrumentList).map(({ billingAddress }) => addressEntity(objectOf(billingAddress))?.value),
  )
  const kindsOf = ({ type, value }: EntityLink): GraphEdgeKind[] => {
    switch (type) {
      case 'payment':
        return ['paidWith']
      case 'email':
      case 'phone':
        return ['owns']
      case 'ip':
        return [eventType === 'accountlogin' || eventType === 'signin' ? 'signedInFrom' : 'used']
      case 'address': {
        if (eventType !== 'purchase') return ['owns']
        const kinds: GraphEdgeKind[] = []
        if (value === shipping) kinds.push('shippedTo')
        if (billing.has(value)) kinds.push('billedTo')
        return kinds.length > 0 ? kinds : ['used']
      }
      default:
        return ['used']
    }
  }
  return entity => ({ type: entity.type, value: entity.value, kinds: kindsOf(entity) })
}

function productsOf(view: Json): { value: string; name: string }[] {
  const found = new Map<string, string>()
  for (const { productId, sku, productName } of listOf(view.productList)) {
    const id = [productId, sku].find(text => typeof text === 'string' && text.trim() !== '')
    if (typeof id !== 'string' || found.size === maxProducts) continue
    found.set(normaliseEntityValue(id), typeof productName === 'string' && productName !== '' ? productName : id)
  }
  return [...found].map(([value, name]) => ({ value, name }))
}

/** Masks the values of one event together: a masked address that is also the id of the user is hidden there, too. */
function showValues(
  masking: Masking,
  row: EventRow,
  entities: readonly EntityLink[],
  products: readonly { value: string; name: string }[],
  network: string | null,
): Pick<LoadedEvent, 'person' | 'shown'> {
  const { environmentId, eventType, externalId, userName, bin, email, phone, ip } = row
  const visible = masking.apply({
    environmentId,
    eventType,
    externalId,
    userName,
    bin,
    email,
    phone,
    ip,
    entities,
    products,
  })
  const shown = new Map<string, ShownValue>()
  const add = (ref: GraphRef, whole: string, text: string): void => {
    shown.set(refKey(ref), { text, key: text === whole ? whole : null })
  }
  for (const [index, entity] of entities.entries())
    add(entity, entity.display, visible.entities[index]?.display ?? hiddenPart)
  for (const [index, { value, name }] of products.entries())
    add({ type: 'product', value }, name, visible.products[index]?.name ?? hiddenPart)
  if (bin !== null) add({ type: 'bin', value: bin }, bin, visible.bin ?? hiddenPart)
  // What is shown of a masked address is its network.
  if (network !== null) add({ type: 'ipNetwork', value: network }, network, network)
  add({ type: 'transaction', value: row.eventId }, externalId, externalId)
  add({ type: 'case', value: row.eventId }, externalId, externalId)
  return { person: visible.userName, shown }
}
