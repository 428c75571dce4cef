import type { UploadEntityName } from '../../../contract/index.ts'
import { createDataWrite, dataEventTypes, mergeDataEvent } from '../../../engine/data-events/data-event-types.ts'
import { instantOf } from '../../../engine/enrich/enrich-purchase.ts'
import { listOf } from '../../../engine/lib/json.ts'
import type { DataEventName } from '../../../engine/types/inputs-and-results.ts'
import { storeUploadedData } from '../../../kernel/store/events/store-uploaded-data.ts'
import { uploadCorrelation } from '../../../kernel/store/events/upload-query.ts'
import type { Body } from '../records/create-body.ts'
import { loadChildren, markStored } from './child-rows.ts'
import { latestOf, type RowStore } from './row-store.ts'

/** The data event that each entity is stored as. */
export const dataEventOf: Partial<Record<UploadEntityName, DataEventName>> = {
  PurchaseStatus: 'purchasestatus',
  BankEvents: 'bankevent',
  Chargebacks: 'chargeback',
  Refunds: 'refund',
  UpdateAccount: 'updateaccount',
}

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
    batchSize: 2000,
    async store(trx, rows) {
      const users = isAccount ? [...new Set(rows.map(({ key: [user = ''] }) => user))] : []
      const children = await loadChildren(trx, runId, childrenOfAccounts, users)
      const writes = rows.map(({ body, key: [id = ''] }) => {
        const own = children.get(id)
        const whole = {
          ...body,
          ...listed('addressList', own?.get('UpdateAddress'), body),
          ...listed('paymentInstrumentList', own?.get('UpdatePaymentInstrument'), body),
        }
        const event = kind.normalise(whole).value
        const write = createDataWrite(kind, event, {
          environmentId,
          eventType,
          dataId: newId(),
          receivedAt: now,
          correlationId,
        })
        return { write, record: { happenedAt: timeOf(kind.timeOf(event), event), body: event } }
      })
      // An account has several rows, which say more of it one after another; of others the last of a key counts.
      const counted = isAccount ? writes : latestOf(writes, ({ write }) => write.key)
      const items = [...Map.groupBy(counted, ({ write }) => write.key).values()].flatMap(own => {
        const last = own.at(-1)
        if (last === undefined) return []
        const { dataId, key, entityId, subjectType, subjectId } = last.write
        return [{ dataId, key, entityId, subjectType, subjectId, records: own.map(({ record }) => record) }]
      })
      const { keys, ...stored } = await storeUploadedData(trx, {
        environmentId,
        eventType,
        correlationId,
        receivedAt: now,
        addsToUploads: isAccount,
        items,
        merge: mergeDataEvent,
      })
      if (!isAccount) return stored
      await markStored(trx, runId, childrenOfAccounts, keys)
      // Each row of an account is in what is stored of it.
      return { ...stored, repeated: 0 }
    },
  }
}

const timeOf = (time: unknown, event: Body): Date | null => {
  const found = instantOf(time) ?? instantOf(event['merchantLocalDate'])
  return found === null ? null : new Date(found)
}

/** Returns a list of the body with the rows of children behind its own elements. */
const listed = (name: string, rows: readonly Body[] | undefined, body: Body): Body =>
  rows === undefined ? {} : { [name]: [...listOf(body[name]), ...rows] }
