import type { UploadEntityName } from '../../../contract/index.ts'
import { deviceAttributesOf } from '../../../engine/assessments/purchase-attributes.ts'
import { type CountryOf, enrichPurchase, instantOf } from '../../../engine/enrich/enrich-purchase.ts'
import { normalisePurchase } from '../../../engine/ingest/precompiled-schemas.ts'
import { mergeDeep, objectOf } from '../../../engine/lib/json.ts'
import { encodeUploadedEvents, storeUploadedEvents } from '../../../kernel/store/events/store-uploaded-events.ts'
import { uploadCorrelation } from '../../../kernel/store/events/upload-query.ts'
import type { DecidedEvent } from '../../../ports/index.ts'
import { createTurns } from '../files/turns.ts'
import type { Body } from '../records/create-body.ts'
import { type Children, loadChildren, markStored } from './child-rows.ts'
import { latestOf, type RowStore } from './row-store.ts'

export interface PurchasePlace {
  environmentId: string
  runId: string
  countryOf: CountryOf
  newId: () => string
  now: Date
  /** Events before it are not stored any more. */
  earliest: Date
}

const eventType = 'purchase'
const childrenOfPurchases: readonly UploadEntityName[] = ['PaymentInstruments', 'Products']
/** The reason of an event that was uploaded: nothing has decided it. */
const uploadReason = 'DATA_UPLOAD'

/** Stores purchases with their payment instruments and products as events of the risk API. */
export const createPurchaseStore = (place: PurchasePlace): RowStore => ({
  batchSize: 1000,
  async prepare(db, rows) {
    const latest = latestOf(rows, ({ key: [id = ''] }) => id)
    const ids = latest.map(({ key: [id = ''] }) => id)
    const children = await loadChildren(db, place.runId, childrenOfPurchases, ids)
    const pause = createTurns()
    const events: DecidedEvent[] = []
    for (const {
      key: [id = ''],
      body,
    } of latest) {
      const event = createEvent(withChildren(body, children.get(id)), place)
      if (event.at >= place.earliest) events.push(event)
      await pause()
    }
    const batch = encodeUploadedEvents(uploadCorrelation(place.runId), events)
    return async trx => {
      const { keys, ...stored } = await storeUploadedEvents(trx, place.environmentId, eventType, batch)
      const parents = keys.filter(key => children.has(key))
      await markStored(trx, place.runId, childrenOfPurchases, parents)
      return stored
    }
  },
})

/** Adds the rows of children to a purchase; the purchase itself may have values of the first ones. */
function withChildren(body: Body, children: ReturnType<Children['get']>): Body {
  const instruments = joined(children?.get('PaymentInstruments'), body['paymentInstrumentList'])
  const products = joined(children?.get('Products'), body['productList'])
  return {
    ...body,
    ...(instruments && { paymentInstrumentList: instruments }),
    ...(products && { productList: products }),
  }
}

function joined(rows: readonly Body[] = [], own: unknown): Body[] | null {
  const first = Array.isArray(own) ? objectOf(own[0]) : null
  const [head, ...rest] = rows
  if (first === null) return rows.length === 0 ? null : [...rows]
  return [mergeDeep(head ?? {}, first), ...rest]
}

function createEvent(body: Body, { environmentId, runId, countryOf, newId, now }: PurchasePlace): DecidedEvent {
  const { value } = normalisePurchase(body)
  const bought = instantOf(value.merchantLocalDate)
  const at = bought === null || bought > now.toISOString() ? now : new Date(bought)
  const { entities, enrichment, ...facts } = enrichPurchase(value, countryOf, at)
  const deviceAttributes = deviceAttributesOf(value, facts)
  return {
    environmentId,
    eventType,
    externalId: String(value.purchaseId),
    eventId: newId(),
    at,
    decision: 'None',
    reason: uploadReason,
    riskScore: -1,
    ruleId: null,
    rule: null,
    clause: null,
    ruleEnvironmentId: null,
    facts,
    entities,
    answer: '',
    receivedAt: now,
    correlationId: uploadCorrelation(runId),
    request: value,
    enrichment: {
      ...enrichment,
      ...(Object.keys(deviceAttributes).length > 0 && { deviceAttributes }),
      // Through these, labels find the entities of an event without a search.
      entities: entities.map(({ type, value: compared }) => ({ type, value: compared })),
    },
    explanation: { contributions: [], rules: [], runtimeErrors: [] },
  }
}
