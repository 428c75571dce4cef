import { Button, Card, CardHeader, DecisionBadge, NumberText, SkeletonRows } from '@assay/design-system'
import type { SearchCondition } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import { periodFilter } from '../period/period-filter.ts'
import { FailedCard } from './failed-card.tsx'
import { hasFailed } from './part-query.ts'
import type { FigureCardProps } from './use-figures.ts'

/** Which rules decided most, with what. */
export function TopRulesCard({ figures, period }: FigureCardProps) {
  const href = useHref()
  const can = useCan()
  const { data } = figures
  const title = <FormattedMessage id="Dashboard.Rules.Title" />
  if (hasFailed(figures)) return <FailedCard title={title} onRetry={() => void figures.refetch()} />
  const address = (rule: string, clause: string | null) => {
    const conditions: SearchCondition[] = [
      { column: 'rule', op: 'eq', value: rule },
      ...(clause ? [{ column: 'clause', op: 'eq', value: clause } as const] : []),
    ]
    return href('/search', searchParameters({ filter: periodFilter(data, period, conditions) }))
  }
  return (
    <Card>
      <CardHeader
        title={title}
        actions={
          can('rules') ? (
            <Button asChild variant="ghost" size="sm">
              <Link to={href('/fraud/purchase/rules')}>
                <FormattedMessage id="Dashboard.Rules.All" />
              </Link>
            </Button>
          ) : undefined
        }
      />
      {data && data.topRules.length === 0 ? (
        <p className="px-4 pbe-4 text-fg-muted">
          <FormattedMessage id="Dashboard.Rules.Empty" />
        </p>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)_auto_auto] pbe-2" aria-busy={!data}>
          {data ? null : (
            <li className="col-span-full border-bs border-line-subtle">
              <SkeletonRows rows={4} className="*:px-4" />
            </li>
          )}
          {data?.topRules.slice(0, 6).map(({ rule, clause, decision, events }) => (
            <li
              key={`${rule} ${clause ?? ''} ${decision}`}
              className="col-span-full grid min-h-row grid-cols-subgrid items-center gap-x-3 border-bs border-line-subtle px-4 py-1"
            >
              <span className="min-w-0">
                {can('search') ? (
                  <Link to={address(rule, clause)} className="block truncate font-medium text-link hover:underline">
                    <bdi>{rule}</bdi>
                  </Link>
                ) : (
                  <span className="block truncate font-medium">
                    <bdi>{rule}</bdi>
                  </span>
                )}
                {clause ? (
                  <span className="block truncate text-xs text-fg-muted">
                    <bdi>{clause}</bdi>
                  </span>
                ) : null}
              </span>
              <NumberText value={events} className="text-end text-fg-secondary" />
              <DecisionBadge decision={decision} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
