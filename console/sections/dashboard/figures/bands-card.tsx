import { Card, CardBody, CardHeader, defaultScoreLimits, ScoreBandBar, scoreMaximum } from '@assay/design-system'
import type { SearchCondition } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import { periodFilter } from '../period/period-filter.ts'
import { FailedCard } from './failed-card.tsx'
import { hasFailed } from './part-query.ts'
import type { FigureCardProps } from './use-figures.ts'

/** How risky the events of the period were. */
export function BandsCard({ figures, period }: FigureCardProps) {
  const href = useHref()
  const can = useCan()
  const { data } = figures
  const title = <FormattedMessage id="Dashboard.Bands.Title" />
  if (hasFailed(figures)) return <FailedCard title={title} onRetry={() => void figures.refetch()} />
  // Those by which the service has counted.
  const limits = data?.scoreLimits ?? defaultScoreLimits
  const address = (band: number) => {
    const conditions: SearchCondition[] = [
      { column: 'riskScore', op: 'gte', value: limits[band - 2] ?? 0 },
      { column: 'riskScore', op: 'lte', value: band === 5 ? scoreMaximum : (limits[band - 1] ?? 0) - 1 },
    ]
    return href('/search', searchParameters({ filter: periodFilter(data, period, conditions) }))
  }
  return (
    <Card>
      <CardHeader title={title} meta={<FormattedMessage id="Dashboard.Bands.Meta" />} />
      <CardBody>
        <ScoreBandBar
          counts={data?.scoreBands ?? [0, 0, 0, 0, 0]}
          limits={[...limits, scoreMaximum]}
          loading={!data}
          {...(can('search') ? { href: address } : {})}
        />
      </CardBody>
    </Card>
  )
}
