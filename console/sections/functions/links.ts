import type { FunctionBody } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { useHref } from '../../platform/environments/environments.tsx'

export const functionParameter = 'function'

/** Address of the editor of a function, and of the list without one. */
export function useFunctionHref(): (functionId?: string) => string {
  const href = useHref()
  return useCallback(
    functionId =>
      href(
        '/data/functions',
        functionId === undefined ? undefined : new URLSearchParams({ [functionParameter]: functionId }),
      ),
    [href],
  )
}

export const functionBodyOf = ({ name, description, parameters, properties, sample }: FunctionBody): FunctionBody => ({
  name,
  description,
  parameters,
  properties,
  sample,
})
