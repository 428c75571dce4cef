import { Callout, useNow } from '@assay/design-system'
import { reportsLimits, type SummaryReport } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

const hourMs = 3_600_000

/** What limits the figures of a report: few of them are confirmed, or they are old. */
export function ReportNotices({ confirmed, refreshedAt }: Pick<SummaryReport, 'confirmed' | 'refreshedAt'>) {
  const now = useNow()
  const hours = refreshedAt === null ? 0 : Math.floor((now - Date.parse(refreshedAt)) / hourMs)
  return (
    <>
      {hours > reportsLimits.staleHours ? (
        <Callout tone="warning">
          <FormattedMessage id="Reports.Stale" values={{ days: Math.floor(hours / 24) }} />
        </Callout>
      ) : null}
      {confirmed < reportsLimits.fewConfirmed ? (
        <Callout tone="warning">
          <FormattedMessage id="Reports.FewConfirmed" values={{ count: confirmed }} />
        </Callout>
      ) : null}
    </>
  )
}
