import type { VelocitySetBody } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { useHref } from '../../platform/environments/environments.tsx'

export const velocitySetParameter = 'set'

/** Address of the editor of a set, and of the list without one. */
export function useVelocitySetHref(): (setId?: string) => string {
  const href = useHref()
  return useCallback(
    setId =>
      href(
        '/data/velocities',
        setId === undefined ? undefined : new URLSearchParams({ [velocitySetParameter]: setId }),
      ),
    [href],
  )
}

export const velocitySetBodyOf = ({ name, description, condition, velocities }: VelocitySetBody): VelocitySetBody => ({
  name,
  description,
  condition,
  velocities,
})
