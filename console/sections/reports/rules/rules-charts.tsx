import type { ChartTone } from '@assay/design-system/charts'
import type { RulesReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { textOfReference } from '../rule-reference.ts'
import { type ChartFrameProps, ChartPlace } from '../summary/metric-chart.tsx'
import { SharesChart } from '../summary/shares-chart.tsx'
import { seriesTones } from '../summary/summary-charts.tsx'
import { ScoreChart } from './chart-parts.ts'
import { useRuleNames } from './rule-names.ts'
import { useRuleTexts } from './use-rule-texts.ts'

export interface RulesChartsProps extends ChartFrameProps {
  report: RulesReport | undefined
}

const toneOf = (index: number): ChartTone => seriesTones[index % seriesTones.length] ?? 'series-8'

/** Which rules decided, or which clauses of the only chosen one. */
export function RuleSharesChart(props: RulesChartsProps) {
  const { nameOf } = useRuleNames(props.report)
  const { values, volumes } = props.report?.distributions.rules ?? { values: [], volumes: [] }
  const isClauses = values.some(value => value !== null && value.clause !== null)
  return (
    <SharesChart
      {...props}
      name="rules"
      titleId={`Reports.Rules.Chart.${isClauses ? 'clauses' : 'rules'}`}
      shares={{
        keys: values.map((value, index) => ({
          key: value === null ? 'none' : textOfReference(value),
          label: nameOf(value),
          tone: toneOf(index),
        })),
        volumes,
      }}
    />
  )
}

const bankTones: Readonly<Record<string, ChartTone>> = { Approved: 'approve', Declined: 'reject', Unknown: 'series-8' }

/** What the bank answered. */
export function BankChart(props: RulesChartsProps) {
  const intl = useIntl()
  const { values, volumes } = props.report?.distributions.bank ?? { values: [], volumes: [] }
  return (
    <SharesChart
      {...props}
      name="bank"
      titleId="Reports.Rules.Chart.bank"
      shares={{
        keys: values.map(value => ({
          key: value,
          label: intl.formatMessage({ id: `Reports.Status.${value}` }),
          tone: bankTones[value] ?? 'series-8',
        })),
        volumes,
      }}
    />
  )
}

/** Volume by bin of ten scores, split by the chosen rules or by the clauses of the only one. */
export function ScoresChart(props: RulesChartsProps) {
  const intl = useIntl()
  const texts = useRuleTexts(props.view)
  const { nameOf } = useRuleNames(props.report)
  const title = intl.formatMessage({ id: 'Reports.Rules.Chart.scores' })
  const { values, bins, withoutScore } = props.report?.scores ?? { values: [], bins: [], withoutScore: 0 }
  const isSplit = values.some(value => value !== null)
  const volumeLabel = intl.formatMessage({ id: `Reports.Volume.${props.view}` })
  const columns = values.map((value, index) => ({
    key: value === null ? 'none' : textOfReference(value),
    label: isSplit ? nameOf(value) : volumeLabel,
    tone: toneOf(index),
  }))
  const isEmpty = props.status === 'ready' && bins.length === 0
  return (
    <ChartPlace title={title}>
      <ScoreChart
        title={title}
        status={isEmpty ? 'empty' : props.status}
        onRetry={props.onRetry}
        empty={<FormattedMessage id="Reports.NoMatch" />}
        columns={columns}
        bins={bins.map(({ bin, volumes }) => ({
          from: bin * 10,
          to: bin * 10 + 9,
          values: Object.fromEntries(columns.map(({ key }, place) => [key, volumes[place] ?? 0])),
        }))}
        formatValue={texts.volume}
        meta={
          withoutScore > 0 ? (
            <FormattedMessage id="Reports.Rules.NoScore" values={{ volume: texts.volumeInText(withoutScore) }} />
          ) : null
        }
        height={148}
        zoom
        fileName={`${props.fileName}_scores`}
      />
    </ChartPlace>
  )
}
