import type { Case } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../api/client.ts'
import { caseInputOf } from './case-links.ts'

/** Stores a case as a change has answered it: reads under way would show the case as it was before. */
export function useCaseUpdate(): (row: Case) => void {
  const queries = useQueryClient()
  return useCallback(
    row => {
      const queryKey = api.cases.get.queryKey({ input: caseInputOf(row) })
      void queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, row)
    },
    [queries],
  )
}
