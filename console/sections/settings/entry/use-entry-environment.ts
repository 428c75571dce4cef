import type { LogRow } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { isUsable, useEnvironments } from '../../../platform/environments/environments.tsx'

/**
 * Returns the environment that an entry and its notes are read in: its own, or that of the reader where its own was
 * removed or is not ready, and for an entry about the whole tenant.
 */
export function useEntryEnvironment(readerId: string): (row: Pick<LogRow, 'environmentId'>) => string {
  const { environments } = useEnvironments()
  return useCallback(
    ({ environmentId }) => environments.find(each => each.id === environmentId && isUsable(each))?.id ?? readerId,
    [environments, readerId],
  )
}
