import { randomUUID } from 'node:crypto'
import type { SearchFilter } from '../../../contract/index.ts'
import { type CaseBench, caseIds } from '../../cases/testing/case-bench.ts'

/** An instant of March 2025, the month of the bench. @param date day of the month, also beyond its end */
export const day = (date: number, time = '09:00'): Date => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(Date.UTC(2025, 2, date, hours, minutes))
}
export const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}-${n + 1}`)

/** Work on the purchases of a bench, and calls of the report. */
export function reportCalls(bench: () => CaseBench) {
  const post = <T>(as: string, path: string, body: object) =>
    bench().call<T>(as, 'POST', `${caseIds.root}/casemanagement/${path}`, body)
  return {
    /** Sends purchases to review. */
    review: async (ids: readonly string[], more: object = {}) => {
      for (const id of ids) await bench().send({ id, ...more })
    },
    /** Decides cases in bulk. */
    decideAll: (as: string, ids: readonly string[], decision = 'Approve', reason = 'Low risk') =>
      post<{ result: string }[]>(as, 'bulk-decisions', {
        cases: ids.map(id => ({ environmentId: caseIds.root, eventType: 'purchase', id })),
        decision,
        reason,
      }),
    /** Starts a review at a time, and returns the token of its lock. */
    lock: async (as: string, id: string, at: Date): Promise<string> => {
      bench().at(at)
      const { json } = await bench().onCase(as, id, '/lock')
      return json.own.leaseToken ?? ''
    },
    /** Calls an operation of the owner of a lock at a time. */
    act: (as: string, id: string, operation: string, leaseToken: string, at: Date, more: object = {}) => {
      bench().at(at)
      return bench().onCase(as, id, operation, { leaseToken, ...more })
    },
    report: async <T>(tab: string, input: object = {}, as = 'Max') =>
      post<T & { details: { issues: { path: (string | number)[] }[] } }>(as, `report/${tab}`, {
        from: '2025-03-10',
        to: '2025-03-10',
        bucket: 'daily',
        ...input,
      }),
    label: async (id: string, isFraud: boolean, more: object = {}) => {
      const time = bench().now().toISOString()
      const result = await bench().engine.ingestLabel({
        environmentId: caseIds.root,
        correlationId: null,
        receivedAt: bench().now(),
        body: {
          labelObjectType: 'Purchase',
          labelObjectId: id,
          labelSource: 'CustomerEscalation',
          isFraud,
          eventTimeStamp: time,
          _metadata: { trackingId: randomUUID(), merchantTimeStamp: time },
          ...more,
        },
      })
      if (result.kind !== 'accepted') throw new Error(JSON.stringify(result))
    },
    chargeback: async (purchaseId: string, status: string, reason = 'Fraud') => {
      const time = bench().now().toISOString()
      const result = await bench().engine.ingestDataEvent({
        environmentId: caseIds.root,
        event: 'chargeback',
        correlationId: null,
        receivedAt: bench().now(),
        body: {
          chargebackId: `of ${purchaseId}`,
          purchaseId,
          status,
          userId: 'user',
          bankEventTimestamp: time,
          amount: 100,
          currency: 'USD',
          reason,
          _metadata: { trackingId: randomUUID(), merchantTimeStamp: time },
        },
      })
      if (result.kind !== 'accepted') throw new Error(JSON.stringify(result))
    },
    /** Returns the number of events that a link of the report finds. */
    found: async (link: { environmentId: string; eventType: string; filter: SearchFilter } | null) => {
      const { json, status } = await bench().call<{ count: number }>(
        'Max',
        'POST',
        `${link?.environmentId}/search/count`,
        { eventType: link?.eventType, filter: link?.filter },
      )
      if (status !== 200) throw new Error(JSON.stringify(json))
      return json.count
    },
  }
}
