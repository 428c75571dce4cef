import { DateTime, EmptyState, Select, SkeletonRows, useFormat } from '@assay/design-system'
import type { UsageSummary } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../errors/page-error.tsx'
import { StaleNotice } from '../errors/stale-notice.tsx'
import { CapabilityCard } from './capability-card.tsx'
import { MonthLegend } from './month-columns.tsx'
import { detailQuery } from './usage-address.ts'
import { UsageWarnings } from './usage-warnings.tsx'
import { type UsageSource, useUsageSummary } from './use-usage.ts'

interface SummaryViewProps {
  source: UsageSource
  /** A day of the cycle; null: today. */
  cycle: string | null
  onCycle: (cycle: string | null) => void
  /** Address of the details with these parameters. */
  detailsHref: (query: URLSearchParams) => string
  /** What the figures are of. */
  scope: ReactNode
  /** Further filters. */
  filters?: ReactNode
}

/** The use of a billing cycle by capability. */
export function SummaryView({ source, cycle, onCycle, detailsHref, scope, filters }: SummaryViewProps) {
  const query = useUsageSummary(source, cycle)
  const { data } = query
  if (data === undefined)
    return query.isError ? (
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={12} />
    )
  const isUnused = data.capabilities.every(({ used }) => used === 0)
  return (
    <>
      {query.isError ? <StaleNotice /> : null}
      <SummaryTools summary={data} onCycle={onCycle} scope={scope} filters={filters} />
      <UsageWarnings
        summary={data}
        detailsOf={({ capability }) =>
          detailsHref(detailQuery({ capability, from: data.cycle.from, to: data.cycle.to }))
        }
      />
      {isUnused ? (
        <EmptyState kind="no-results" title={<FormattedMessage id="Usage.Empty" />} />
      ) : (
        data.capabilities.map(use => (
          <CapabilityCard
            key={use.capability}
            use={use}
            partial={use.used !== use.tenantUsed}
            hrefOf={({ from, to }) => detailsHref(detailQuery({ capability: use.capability, from, to }))}
          />
        ))
      )}
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="Usage.Rules" />{' '}
        <FormattedMessage id="Usage.UpdatedAt" values={{ time: <DateTime key="time" value={data.updatedAt} /> }} />
      </p>
    </>
  )
}

interface SummaryToolsProps extends Pick<SummaryViewProps, 'onCycle' | 'scope' | 'filters'> {
  summary: UsageSummary
}

function SummaryTools({ summary: { cycle, cycles }, onCycle, scope, filters }: SummaryToolsProps) {
  const intl = useIntl()
  const format = useFormat()
  const dayText = (day: string) => format.date(`${day}T12:00:00Z`, 'UTC')
  const periodText = ({ from, to }: { from: string; to: string }) =>
    intl.formatMessage({ id: 'Usage.Cycle' }, { from: dayText(from), to: dayText(to) })
  const shown = cycles.some(({ from }) => from === cycle.from) ? cycles : [cycle, ...cycles]
  return (
    <div className="flex min-h-bar flex-wrap items-center gap-x-3 gap-y-2">
      <Select<string>
        size="sm"
        className="w-auto"
        aria-label={intl.formatMessage({ id: 'Usage.Cycle.Label' })}
        value={cycle.from}
        options={shown.map(each => ({ value: each.from, label: periodText(each) }))}
        onValueChange={from => onCycle(from === cycles[0]?.from ? null : from)}
      />
      {filters}
      <p className="min-w-0 text-xs text-fg-muted">
        {cycle.isCurrent ? (
          <FormattedMessage id="Usage.Cycle.Current" values={{ count: cycle.daysLeft }} />
        ) : (
          <FormattedMessage id="Usage.Cycle.Over" />
        )}{' '}
        {scope}
      </p>
      <div className="ms-auto">
        <MonthLegend text={id => intl.formatMessage({ id })} />
      </div>
    </div>
  )
}
