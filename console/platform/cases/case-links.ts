import type { CaseRow, Queue } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { environmentParameter, useHref } from '../environments/environments.tsx'

export const queuesPath = '/casemanagement/queues'

/** What names a case: the event that it is about. */
export type CaseAddress = Pick<CaseRow, 'environmentId' | 'eventType' | 'externalId'>

/** The input that names a case in a call of the console API. */
export const caseInputOf = ({ environmentId, eventType, externalId }: CaseAddress) => ({
  environmentId,
  eventType,
  id: externalId,
})

/** Path of the page of a case, below the page of its queue. */
export const casePath = (queueId: string, { eventType, environmentId, externalId }: CaseAddress): string =>
  [queuesPath, ...[queueId, eventType, environmentId, externalId].map(encodeURIComponent)].join('/')

/**
 * Addresses of queues and cases. Each opens in the environment of its queue, which may be below the chosen one: the
 * rights of the page are those of that environment.
 */
export function useCaseLinks(): {
  queueHref: (queue: Pick<Queue, 'id' | 'environmentId'>) => string
  caseHref: (row: CaseAddress & Pick<CaseRow, 'queueId'>) => string
} {
  const href = useHref()
  return useMemo(() => {
    const within = (path: string, environmentId: string) =>
      href(path, new URLSearchParams({ [environmentParameter]: environmentId }))
    return {
      queueHref: ({ id, environmentId }) => within(`${queuesPath}/${encodeURIComponent(id)}`, environmentId),
      caseHref: row => within(casePath(row.queueId, row), row.environmentId),
    }
  }, [href])
}
