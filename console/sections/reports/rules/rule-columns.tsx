import { cn, Sparkline } from '@assay/design-system'
import type { ReportView, RuleReportKind, RuleRowFigures } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useRuleTexts } from './use-rule-texts.ts'

/** A column of the table of rules. */
export interface RuleColumn {
  id: string
  label: string
  cell: (figures: RuleRowFigures) => ReactNode
  /** What a file has in the column. */
  value: (figures: RuleRowFigures) => number | null
  className?: string
}

/** Hidden where only a phone has room. */
const wide = 'hidden @[40rem]:table-cell'

/**
 * The columns of figures.
 * @param largest the largest volume, which fills its cell
 * @param withBank whether anything was sent to a bank
 */
export function useRuleColumns(
  kind: RuleReportKind,
  view: ReportView,
  { largest, withBank }: { largest: number; withBank: boolean },
): RuleColumn[] {
  const intl = useIntl()
  const texts = useRuleTexts(view)
  const message = (id: string) => intl.formatMessage({ id })
  type NumberName = {
    [Name in keyof RuleRowFigures]: RuleRowFigures[Name] extends number | null ? Name : never
  }[keyof RuleRowFigures]
  const figure = (id: NumberName, label: string, text: (value: number) => string, className = wide): RuleColumn => ({
    id,
    label,
    value: row => row[id],
    cell: row => {
      const value = row[id]
      return value === null ? texts.rate(null) : text(value)
    },
    className,
  })
  return [
    {
      ...figure('volume', message(`Reports.Volume.${view}`), texts.volume, ''),
      cell: row => <VolumeBar share={largest === 0 ? 0 : row.volume / largest} text={texts.volume(row.volume)} />,
    },
    {
      id: 'trend',
      label: message('Reports.Rules.Column.trend'),
      value: () => null,
      cell: row => <Sparkline className="inline-block align-middle" width={48} values={row.trend} />,
      className: wide,
    },
    ...(kind === 'decision' ? [figure('distribution', message('Reports.Rules.Column.distribution'), texts.rate)] : []),
    figure('manualReviewRate', message('Reports.Rules.Column.manualReviewRate'), texts.rate, ''),
    figure('ruleRejectedRate', message('Reports.Rules.Column.ruleRejectedRate'), texts.rate, ''),
    figure('fraudVolume', message('Reports.Rules.Column.fraudVolume'), texts.volume),
    figure('nonFraudVolume', message('Reports.Rules.Column.nonFraudVolume'), texts.volume),
    { ...figure('fraudRate', message('Reports.Kpi.fraudRate'), texts.rate, ''), className: 'font-medium' },
    {
      ...figure('precision', message('Reports.Rules.Column.precision'), texts.rate),
      cell: row => (
        <>
          {texts.rate(row.precision)}
          {row.precisionInterval === null ? null : (
            <span className="ms-2 text-xs text-fg-muted">{texts.interval(row)}</span>
          )}
        </>
      ),
    },
    figure('goodVolume', message(`Reports.Rules.Column.goodVolume.${kind}`), texts.volume),
    figure('uniqueCatches', message('Reports.Rules.Column.uniqueCatches'), texts.volume),
    ...(withBank
      ? [
          figure('sentToBankVolume', message('Reports.Rules.Column.sentToBankVolume'), texts.volume),
          figure('bankAcceptanceRate', message('Reports.Rules.Column.bankAcceptanceRate'), texts.rate),
        ]
      : []),
  ]
}

/** A volume with a bar behind it that grows from the start of the cell. */
function VolumeBar({ share, text }: { share: number; text: string }) {
  return (
    <span className="relative block min-w-[4rem]">
      <span
        aria-hidden
        className={cn('absolute inset-y-0 inset-s-0 rounded-chip bg-heat-1', share > 0 && 'min-w-px')}
        style={{ inlineSize: `${share * 100}%` }}
      />
      <span className="relative">{text}</span>
    </span>
  )
}
