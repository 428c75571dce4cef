import { Link, useFormat } from '@assay/design-system'
import { type UploadLossStatistics, uploadFigureLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { QualityTile } from './quality-tile.tsx'

/** Figures of the stored data of loss prevention, and the way to its report. */
export function LossStatistics({ statistics }: { statistics: UploadLossStatistics }) {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const format = useFormat()
  const { months, namedPayments } = statistics
  const counts = ['transactions', 'staff', 'terminals', 'returns', 'discountedLines'] as const
  return (
    <>
      {months.good === false && months.from !== null && months.to !== null ? (
        <p className="text-sm text-danger-text">
          <FormattedMessage
            id="Upload.Issue.U40"
            values={{ from: format.date(months.from, 'UTC'), to: format.date(months.to, 'UTC') }}
          />
        </p>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <QualityTile
          label={<FormattedMessage id="Upload.Figure.Months" />}
          value={months.value === null ? undefined : intl.formatNumber(months.value)}
          good={months.good}
          reason={<FormattedMessage id="Upload.Figure.AtLeast" values={{ count: uploadFigureLimits.months.min }} />}
        />
        {counts.map(name => (
          <QualityTile
            key={name}
            label={<FormattedMessage id={`Upload.Figure.Loss.${name}`} />}
            value={format.compact(statistics[name])}
            good={null}
            reason={null}
          />
        ))}
        <QualityTile
          label={<FormattedMessage id="Upload.Figure.NamedPayments" />}
          value={namedPayments === null ? undefined : format.percent(namedPayments)}
          good={null}
          reason={null}
        />
      </div>
      {can('lossprevention') ? (
        <Link asChild>
          <RouterLink to={href('/fraud/lossprevention/reports')} className="self-start text-sm">
            <FormattedMessage id="Upload.Run.Report" />
          </RouterLink>
        </Link>
      ) : null}
    </>
  )
}
