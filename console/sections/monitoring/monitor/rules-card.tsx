import { Button, Card, CardHeader, NumberText, SkeletonRows, useFormat } from '@assay/design-system'
import type { TransactionMonitor } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { totalOf } from '../step-points.ts'

const shown = 8

/** The rules and clauses with the most decisions of the window, with their share of it. */
export function RulesCard({ data, rulesPath }: { data: TransactionMonitor | undefined; rulesPath: string }) {
  const format = useFormat()
  const can = useCan()
  const href = useHref()
  const total = data?.kpis.transactionVolume ?? 0
  const rows = (data?.rules.top ?? []).slice(0, shown)
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Monitoring.MostDecisions" />}
        meta={<FormattedMessage id="Monitoring.MostDecisions.Meta" />}
        actions={
          can('rules') ? (
            <Button asChild variant="ghost" size="sm">
              <Link to={href(rulesPath)}>
                <FormattedMessage id="Dashboard.Rules.All" />
              </Link>
            </Button>
          ) : undefined
        }
      />
      {data !== undefined && rows.length === 0 ? (
        <p className="px-4 pbe-4 text-fg-muted">
          <FormattedMessage id="Monitoring.Empty" />
        </p>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)_auto_auto] pbe-2" aria-busy={data === undefined}>
          {data === undefined ? (
            <li className="col-span-full border-bs border-line-subtle">
              <SkeletonRows rows={4} className="*:px-4" />
            </li>
          ) : null}
          {rows.map(({ ruleId, rule, clause, counts }) => (
            <li
              key={`${ruleId ?? ''} ${clause}`}
              className="col-span-full grid min-h-row grid-cols-subgrid items-center gap-x-3 border-bs border-line-subtle px-4 py-1"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium">
                  {ruleId === null ? <FormattedMessage id="Rules.Experiment.Nothing" /> : <bdi>{rule}</bdi>}
                </span>
                {clause === '' ? null : (
                  <span className="block truncate text-xs text-fg-muted">
                    <bdi>{clause}</bdi>
                  </span>
                )}
              </span>
              <NumberText value={totalOf(counts)} className="text-end text-fg-secondary" />
              <span className="text-end font-medium tabular-nums">
                {format.percent(total === 0 ? 0 : totalOf(counts) / total)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
