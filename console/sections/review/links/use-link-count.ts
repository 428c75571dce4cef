import { useFormat } from '@assay/design-system'
import { linkAnalysisLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../platform/cases/case-links.ts'

/**
 * Returns how many other events share a value with an event in the window that the link analysis begins with; null
 * until it is counted, and when it cannot be.
 * @param enabled after the event itself, which is more urgent
 */
export function useLinkCount(address: CaseAddress, enabled: boolean): string | null {
  const format = useFormat()
  const { data } = useQuery(
    api.linkAnalysis.total.queryOptions({
      input: { ...caseInputOf(address), days: linkAnalysisLimits.defaultDays },
      enabled,
      staleTime: 60_000,
      retry: false,
    }),
  )
  if (data === undefined) return null
  const { events } = linkAnalysisLimits
  return data.events > events ? `${format.number(events)}+` : format.number(data.events)
}
