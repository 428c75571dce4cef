import { cn, IconButton, type StatChange, StatTile, StatTileRow, useFormat } from '@assay/design-system'
import type { ReportView, SummaryKpis, SummaryReport } from '@assay/risk-service/contract'
import { Info } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

interface Tile {
  kpi: keyof SummaryKpis
  isRate: boolean
  goodWhen?: StatChange['goodWhen']
  /** Left out where there is nothing to divide by. */
  when?: keyof SummaryKpis
}
const tiles: readonly Tile[] = [
  { kpi: 'transactionVolume', isRate: false },
  { kpi: 'ruleApprovedRate', isRate: true },
  { kpi: 'manualReviewRate', isRate: true },
  { kpi: 'ruleRejectedRate', isRate: true },
  { kpi: 'fraudVolume', isRate: false, goodWhen: 'down' },
  { kpi: 'fraudRate', isRate: true, goodWhen: 'down' },
  { kpi: 'bankAcceptanceRate', isRate: true, goodWhen: 'up', when: 'sentToBankVolume' },
  { kpi: 'fraudChargebackRate', isRate: true, goodWhen: 'down', when: 'settledVolume' },
]

/** From these numbers on a figure is compact. */
const compactFrom = { count: 1_000_000, amount: 1000 } as const satisfies Record<ReportView, number>

const noKpis: readonly (keyof SummaryKpis)[] = []

interface SummaryFiguresProps {
  /** Undefined until it has arrived. */
  report: Pick<SummaryReport, 'kpis' | 'previous'> | undefined
  /** Figures that the report does not have. */
  without?: readonly (keyof SummaryKpis)[]
  /** Columns, where there are few figures. */
  className?: string
  view: ReportView
  failed: boolean
  onRetry: () => void
}

/** The figures of the range, with their change from the range before. */
export function SummaryFigures({ report, view, failed, onRetry, without = noKpis, className }: SummaryFiguresProps) {
  const intl = useIntl()
  const titleId = useId()
  const format = useFormat()
  const volumeText = (value: number): string => {
    const compact = Math.abs(value) >= compactFrom[view]
    if (view === 'amount') return compact ? format.compactMoney(value, 'USD') : format.money(value, 'USD')
    return compact ? format.compact(value) : format.number(value, 0)
  }
  const changeOf = ({ kpi, isRate, goodWhen }: Tile): StatChange | null => {
    const [value, previous] = [report?.kpis[kpi] ?? null, report?.previous?.[kpi] ?? null]
    if (value === null || previous === null || (!isRate && previous === 0)) return null
    const amount = isRate ? (value - previous) * 100 : (value - previous) / previous
    const digits = { signDisplay: 'exceptZero', maximumFractionDigits: 1, numberingSystem: 'latn' } as const
    return {
      text: isRate
        ? intl.formatMessage({ id: 'Dashboard.Change.Points' }, { points: intl.formatNumber(amount, digits) })
        : intl.formatNumber(amount, { style: 'percent', ...digits }),
      direction: Math.abs(amount) < 0.0005 ? 'flat' : amount > 0 ? 'up' : 'down',
      ...(goodWhen ? { goodWhen } : {}),
    }
  }
  const shown = tiles.filter(
    ({ kpi, when }) =>
      !without.includes(kpi) && (report === undefined || when === undefined || report.kpis[when] !== 0),
  )
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="sr-only">
        <FormattedMessage id="Dashboard.Tiles.Title" />
      </h2>
      <StatTileRow
        className={
          className ??
          cn('grid-cols-1 sm:grid-cols-2 md:grid-cols-4', without.length > 0 ? 'lg:grid-cols-7' : 'xl:grid-cols-8')
        }
      >
        {shown.map(tile => {
          const value = report?.kpis[tile.kpi] ?? null
          const change = changeOf(tile)
          return (
            <StatTile
              key={tile.kpi}
              className="overflow-hidden"
              label={intl.formatMessage({ id: `Reports.Kpi.${tile.kpi}` })}
              period={
                <IconButton
                  icon={Info}
                  label={intl.formatMessage({ id: `Reports.Kpi.${tile.kpi}.Formula` })}
                  size="sm"
                  className="relative z-10 -my-1.5 -me-2 [&_svg]:size-3"
                />
              }
              loading={report === undefined && !failed}
              {...(report === undefined
                ? {}
                : { value: value === null ? null : tile.isRate ? format.percent(value) : volumeText(value) })}
              {...(change === null ? {} : { change })}
              {...(failed && report === undefined
                ? { error: intl.formatMessage({ id: 'Errors.Failed.Title' }), onRetry }
                : {})}
            />
          )
        })}
      </StatTileRow>
    </section>
  )
}
