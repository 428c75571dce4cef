import type { CaseRow, Queue } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { environmentParameter, useHref } from '../../platform/environments/environments.tsx'

export const queuesPath = '/casemanagement/queues'

/** What the address of a case is made of. */
export type CaseAddress = Pick<CaseRow, 'eventType' | 'environmentId' | 'externalId'>

/** Address of the page of a case, below the page of its queue. */
const casePath = (queueId: string, { eventType, environmentId, externalId }: CaseAddress): string =>
  [queuesPath, ...[queueId, eventType, environmentId, externalId].map(encodeURIComponent)].join('/')

/**
 * Addresses of queues and of their cases. Each opens in the environment of its queue, which may be below the chosen one:
 * the rights of the page are those of that environment.
 */
export function useQueueLinks() {
  const href = useHref()
  const within = useCallback(
    (path: string, environmentId: string) => href(path, new URLSearchParams({ [environmentParameter]: environmentId })),
    [href],
  )
  return {
    queueHref: useCallback(
      ({ id, environmentId }: Pick<Queue, 'id' | 'environmentId'>) => within(`${queuesPath}/${id}`, environmentId),
      [within],
    ),
    caseHref: useCallback(
      (queueId: string, address: CaseAddress) => within(casePath(queueId, address), address.environmentId),
      [within],
    ),
  }
}
