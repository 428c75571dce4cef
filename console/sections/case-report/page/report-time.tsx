import { Icon, useFormat } from '@assay/design-system'
import { TriangleAlert } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { ReportQuery, ReportTab } from '../report-address.ts'
import { useReportTime } from '../report-queries.ts'
import { useStaleFigures } from '../use-report.ts'

/** When the figures of a tab were read, in UTC; marked when that is more than an hour ago. */
export function ReportTime({ tab, input }: { tab: ReportTab; input: ReportQuery }) {
  const format = useFormat()
  const asOf = useReportTime(tab, input)
  const stale = useStaleFigures(asOf)
  if (asOf === undefined) return null
  const text = (
    <FormattedMessage id="CaseReport.AsOf" values={{ time: <bdi key="time">{format.dateTime(asOf, 'UTC')}</bdi> }} />
  )
  if (!stale) return text
  return (
    <span className="inline-flex items-center gap-1 font-medium text-warning-text">
      <Icon icon={TriangleAlert} size={12} />
      <span>{text}</span>
    </span>
  )
}
