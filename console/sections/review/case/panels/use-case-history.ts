import { useFormat } from '@assay/design-system'
import type { CaseRow } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../../platform/cases/case-links.ts'
import { caseRecords } from '../../timeline/case-records.ts'
import type { TimelineRecord } from '../../timeline/timeline-record.tsx'

/** What happened to the case, as records of the timeline; none while it is loading, or without the right to see it. */
export function useCaseHistory(
  row: (CaseAddress & Pick<CaseRow, 'version'>) | null | undefined,
): readonly TimelineRecord[] {
  const intl = useIntl()
  const format = useFormat()
  const { data } = useQuery(
    api.cases.history.queryOptions({
      input: row ? caseInputOf(row) : { environmentId: '', eventType: '', id: '' },
      enabled: row != null,
      staleTime: 1000,
    }),
  )
  return useMemo(() => caseRecords(data ?? [], intl, format), [data, intl, format])
}
