import { useFormat } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'
import type { CaseHistory } from '../../timeline/case-history.ts'
import { caseRecords } from '../../timeline/case-records.ts'
import type { FoundCase } from '../model/use-case.ts'

/**
 * What happened to a case, as records of the timeline. It is loading as long as it is not certain whether there is a
 * case; an event without one has no history.
 */
export function useCaseHistory({ row, loading, error, retry }: FoundCase): CaseHistory {
  const intl = useIntl()
  const format = useFormat()
  const query = useQuery(
    api.cases.history.queryOptions({
      input: row ? caseInputOf(row) : { environmentId: '', eventType: '', id: '' },
      enabled: row !== null,
      staleTime: 1000,
    }),
  )
  const { data, isError, refetch } = query
  const records = useMemo(() => (row === null ? [] : caseRecords(data ?? [], intl, format)), [row, data, intl, format])
  return {
    records,
    // Also where nothing is under way, without a connection: what is missing may still come.
    loading: row === null ? loading : data === undefined && !isError,
    error: row === null || data !== undefined ? error : query.error,
    retry: () => {
      if (error !== null) retry()
      if (isError) void refetch()
    },
  }
}
