import { randomUUID } from 'node:crypto'
import { storeUploadedData } from '../../../kernel/store/events/store-uploaded-data.ts'
import { type CaseBench, caseIds } from './case-bench.ts'

/** Stores a status of a purchase as a data upload does, received now. */
export async function storeUploadedStatus(
  { store, now }: CaseBench,
  purchaseId: string,
  statusType: string,
  reason = '',
): Promise<void> {
  const item = {
    dataId: randomUUID(),
    key: randomUUID(),
    entityId: purchaseId,
    subjectType: 'purchase',
    subjectId: purchaseId,
    records: [{ happenedAt: new Date('2025-03-01T00:00:00Z'), body: { purchaseId, statusType, reason } }],
  }
  await store.db.transaction().execute(trx =>
    storeUploadedData(trx, {
      environmentId: caseIds.root,
      eventType: 'purchasestatus',
      correlationId: `upload:${randomUUID()}`,
      receivedAt: now(),
      items: [item],
      merge: stored => stored,
    }),
  )
}
