import type { UploadEntityName } from '../../../contract/index.ts'
import { deviceAttributesOf } from '../../../engine/assessments/purchase-attributes.ts'
import { type CountryOf, enrichPurchase, instantTimeOf } from '../../../engine/enrich/enrich-purchase.ts'
import { normalisePurchase } from '../../../engine/ingest/precompiled-schemas.ts'
import { listOf, mergeDeep, objectOf } from '../../../engine/lib/json.ts'
import {
  createEventRows,
  type EventRows,
  prepareUploadedEvents,
  storeUploadedEvents,
} from '../../../kernel/store/events/store-uploaded-events.ts'
import { uploadCorrelation } from '../../../kernel/store/events/upload-query.ts'
import type { DecidedEvent } from '../../../ports/index.ts'
import type { Body } from '../records/create-body.ts'
import type { PurchaseRow } from '../records/purchase-row.ts'
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
export function createPurchaseStore(place: PurchasePlace): RowStore {
  /** Of batches that are stored: the next ones use it again. */
  const memory: EventRows[] = []
  return {
    batchSize: 1000,
    async refine(db, rows, pause) {
      const ids = rows.map(({ key: [id = ''] }) => id)
      const children = await loadChildren(db, place.runId, childrenOfPurchases, ids)
      const refined = []
      for (const { row, key, purchase } of rows) {
        if (purchase === undefined) continue
        const own = children.get(key[0] ?? '')
        const { facts, request } = own === undefined ? purchase : withChildren(purchase, own)
        const event = createEvent(facts, request, place)
        refined.push({ row, key, body: none, event, hasChildren: own !== undefined })
        await pause()
      }
      return refined
    },
    prepare(_db, rows) {
      const latest = latestOf(rows, ({ key: [id = ''] }) => id)
      const events = latest.flatMap(({ event }) => (event === undefined || event.at < place.earliest ? [] : [event]))
      const parents = new Set(latest.flatMap(({ key: [id = ''], hasChildren }) => (hasChildren ? [id] : [])))
      const written = memory.pop() ?? createEventRows()
      const batch = prepareUploadedEvents(uploadCorrelation(place.runId), events, written)
      return Promise.resolve(async trx => {
        try {
          const { keys, ...stored } = await storeUploadedEvents(trx, place.environmentId, eventType, batch)
          const marked = keys.filter(key => parents.has(key))
          await markStored(trx, place.runId, childrenOfPurchases, marked)
          return stored
        } finally {
          memory.push(written)
        }
      })
    },
  }
}

const none: Body = {}
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const lists = ['paymentInstrumentList', 'productList'] as const

/** Adds the rows of children to the lists of a purchase, which may have values of the first ones itself. */
function withChildren(
  { request, listsAt, facts }: PurchaseRow,
  children: NonNullable<ReturnType<Children['get']>>,
): Pick<PurchaseRow, 'request' | 'facts'> {
  const { value } = normalisePurchase({
    paymentInstrumentList: children.get('PaymentInstruments'),
    productList: children.get('Products'),
  })
  const own = decoder.decode(request.subarray(listsAt))
  const whole = JSON.parse(own === '}' ? '{}' : `{${own.slice(1)}`) as Body
  for (const name of lists) {
    const rows = listOf(value[name])
    if (rows.length > 0) whole[name] = joined(rows, whole[name])
  }
  const text = encoder.encode(JSON.stringify(whole))
  // The comma behind the other fields, instead of the brace.
  if (listsAt > 0) text[0] = 44
  const bytes = new Uint8Array(listsAt + text.length)
  bytes.set(request.subarray(0, listsAt))
  bytes.set(text, listsAt)
  return { request: bytes, facts: { ...facts, ...whole } }
}

function joined(rows: readonly Body[], own: unknown): Body[] {
  const first = Array.isArray(own) ? objectOf(own[0]) : null
  const [head, ...rest] = rows
  return first === null ? [...rows] : [mergeDeep(head ?? {}, first), ...rest]
}

function createEvent(
  value: Body,
  request: Uint8Array,
  { environmentId, runId, countryOf, newId, now }: PurchasePlace,
): DecidedEvent {
  const bought = instantTimeOf(value.merchantLocalDate)
  const at = bought === null || bought > now.getTime() ? now : new Date(bought)
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
    request: {},
    requestText: request,
    enrichment: {
      ...enrichment,
      ...(Object.keys(deviceAttributes).length > 0 && { deviceAttributes }),
      // Through these, labels find the entities of an event without a search.
      entities: entities.map(({ type, value: compared }) => ({ type, value: compared })),
    },
    explanation: { contributions: [], rules: [], runtimeErrors: [] },
  }
}
