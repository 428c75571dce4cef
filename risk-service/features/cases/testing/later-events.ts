import type { CaseBench } from './case-bench.ts'
import { caseIds } from './case-bench.ts'

/** Sends a label of a purchase as a merchant would. @param isFraud the verdict */
export async function sendLabel(bench: CaseBench, purchaseId: string, source: string, isFraud = true): Promise<void> {
  const at = bench.now().toISOString()
  const result = await bench.engine.ingestLabel({
    environmentId: caseIds.root,
    correlationId: null,
    receivedAt: bench.now(),
    body: {
      labelObjectType: 'Purchase',
      labelObjectId: purchaseId,
      labelSource: source,
      isFraud,
      eventTimeStamp: at,
      _metadata: { merchantTimeStamp: at },
    },
  })
  if (result.kind !== 'accepted') throw new Error(JSON.stringify(result))
}

/** Sends a stage of the chargeback of a purchase. */
export async function sendChargeback(
  bench: CaseBench,
  purchaseId: string,
  status: string,
  reason: string,
): Promise<void> {
  const result = await bench.engine.ingestDataEvent({
    environmentId: caseIds.root,
    event: 'chargeback',
    correlationId: null,
    receivedAt: bench.now(),
    body: {
      chargebackId: `C-${purchaseId}`,
      purchaseId,
      userId: 'u',
      status,
      reason,
      bankEventTimestamp: bench.now().toISOString(),
      _metadata: {},
    },
  })
  if (result.kind !== 'accepted') throw new Error(JSON.stringify(result))
}
