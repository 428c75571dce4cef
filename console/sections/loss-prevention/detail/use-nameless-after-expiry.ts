import type { LossEntity } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useHasPassed } from '../../../platform/api/use-server-time.ts'

/**
 * Takes the name out of a file at the moment at which its opening ends, also on a page that stays open, and reads the
 * file again, so that no copy of the name remains.
 */
export function useNamelessAfterExpiry(entity: LossEntity | undefined): LossEntity | undefined {
  const queries = useQueryClient()
  const openUntil = entity?.openUntil ?? null
  const hasEnded = useHasPassed(openUntil === null ? null : Date.parse(openUntil))
  useEffect(() => {
    if (!hasEnded) return
    const queryKey = api.lossPrevention.entity.key()
    queries.removeQueries({ queryKey, type: 'inactive' })
    void queries.invalidateQueries({ queryKey })
  }, [queries, hasEnded])
  return hasEnded && entity ? { ...entity, name: null, openUntil: null } : entity
}
