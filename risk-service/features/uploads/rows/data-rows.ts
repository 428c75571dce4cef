import type { UploadEntityName } from '../../../contract/index.ts'
import { createDataWrite, dataEventTypes, mergeDataEvent } from '../../../engine/data-events/data-event-types.ts'
import { instantOf } from '../../../engine/enrich/enrich-purchase.ts'
import { listOf } from '../../../engine/lib/json.ts'
import type { DataEventName } from '../../../engine/types/inputs-and-results.ts'
import { encodeUploadedData, storeUploadedData } from '../../../kernel/store/events/store-uploaded-data.ts'
import { uploadCorrelation } from '../../../kernel/store/events/upload-query.ts'
import type { Body } from '../records/create-body.ts'
import { type Children, loadChildren, markStored } from './child-rows.ts'
import { latestOf, type RowStore } from './row-store.ts'

/** The data event that each entity is stored as. */
export const dataEventOf: Partial<Record<UploadEntityName, DataEventName>> = {
  PurchaseStatus: 'purchasestatus',
  BankEvents: 'bankevent',
  Chargebacks: 'chargeback',
  Refunds: 'refund',
  UpdateAccount: 'updateaccount',
}

const none: Children = new Map()
const childrenOfAccounts: readonly UploadEntityName[] = ['UpdateAddress', 'UpdatePaymentInstrument']

export interface DataPlace {
  environmentId: string
  runId: string
  newId: () => string
  now: Date
}

/** Stores statuses, bank events, chargebacks, refunds, and accounts with their addresses and payment instruments. */
export function createDataStore(place: DataPlace, eventType: DataEventName): RowStore {
  const { environmentId, runId, newId, now } = place
  const kind = dataEventTypes[eventType]
  const correlationId = uploadCorrelation(runId)
  const isAccount = eventType === 'updateaccount'
  return {
    batchSize: 4000,
    async prepare(db, rows, pause) {
      const users = isAccount ? [...new Set(rows.map(({ key: [user = ''] }) => user))] : []
      const children = isAccount ? await loadChildren(db, runId, childrenOfAccounts, users) : none
      const writes = []
      for (const {
        body,
        key: [id = ''],
      } of rows) {
        const event = kind.normalise(isAccount ? withChildren(body, children.get(id)) : body).value
        const write = createDataWrite(kind, event, {
          environmentId,
          eventType,
          dataId: newId(),
          receivedAt: now,
          correlationId,
        })
        writes.push({ write, record: { happenedAt: timeOf(write.happenedAt, now, event), body: event } })
        await pause()
      }
      // An account has several rows, which say more of it one after another; of others the last of a key counts.
      const counted = isAccount ? writes : latestOf(writes, ({ write }) => write.key)
      const items = [...Map.groupBy(counted, ({ write }) => write.key).values()].flatMap(own => {
        const last = own.at(-1)
        if (last === undefined) return []
        const { dataId, key, entityId, subjectType, subjectId } = last.write
        return [{ dataId, key, entityId, subjectType, subjectId, records: own.map(({ record }) => record) }]
      })
      const batch = encodeUploadedData({
        environmentId,
        eventType,
        correlationId,
        receivedAt: now,
        addsToUploads: isAccount,
        items,
        merge: mergeDataEvent,
      })
      return async trx => {
        const { keys, ...stored } = await storeUploadedData(trx, batch)
        if (!isAccount) return stored
        await markStored(trx, runId, childrenOfAccounts, keys)
        // Each row of an account is in what is stored of it.
        return { ...stored, repeated: 0 }
      }
    },
  }
}

/** Adds the rows of children to the lists of an account. */
const withChildren = (body: Body, own: ReturnType<Children['get']>): Body => ({
  ...body,
  ...listed('addressList', own?.get('UpdateAddress'), body),
  ...listed('paymentInstrumentList', own?.get('UpdatePaymentInstrument'), body),
})

/** Returns the time of a record; null where it has none: it is then that of its receipt. */
const timeOf = (happenedAt: Date, receivedAt: Date, event: Body): Date | null => {
  if (happenedAt !== receivedAt) return happenedAt
  const found = instantOf(event['merchantLocalDate'])
  return found === null ? null : new Date(found)
}

/** Returns a list of the body with the rows of children behind its own elements. */
const listed = (name: string, rows: readonly Body[] | undefined, body: Body): Body =>
  rows === undefined ? {} : { [name]: [...listOf(body[name]), ...rows] }
