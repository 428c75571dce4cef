import { SegmentedControl, useFormat } from '@assay/design-system'
import type { RuleOverlap, RuleReference, RulesReport } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { textOfReference } from '../rule-reference.ts'
import { ChartPlace } from '../summary/metric-chart.tsx'
import { HeatMapChart } from './chart-parts.ts'
import { useRuleNames } from './rule-names.ts'

const levels = ['rules', 'clauses'] as const

/** Which share of what a rule observed each decision rule decided, of rules or of their clauses. */
export function OverlapMatrix({ report, fileName }: { report: RulesReport; fileName: string }) {
  const intl = useIntl()
  const format = useFormat()
  const { nameOf } = useRuleNames(report)
  const [level, setLevel] = useState<(typeof levels)[number]>('rules')
  const overlap = report.overlap[level]
  const title = intl.formatMessage({ id: 'Reports.Rules.Overlap' })
  const itemOf = (reference: RuleReference) => ({ id: textOfReference(reference), label: nameOf(reference) })
  return (
    <ChartPlace title={title}>
      <HeatMapChart
        title={title}
        meta={<FormattedMessage id="Reports.Rules.Overlap.Meta" />}
        actions={
          <SegmentedControl
            label={intl.formatMessage({ id: 'Reports.Rules.Overlap.Level' })}
            value={level}
            onValueChange={setLevel}
            segments={levels.map(value => ({
              value,
              label: intl.formatMessage({ id: `Reports.Rules.Overlap.Level.${value}` }),
            }))}
          />
        }
        status={overlap.rows.length === 0 || overlap.columns.length === 0 ? 'empty' : 'ready'}
        empty={<FormattedMessage id="Reports.Rules.Overlap.Nothing" />}
        rows={overlap.rows.map(({ observe }) => itemOf(observe))}
        columns={overlap.columns.map(itemOf)}
        values={sharesOf(overlap)}
        valueLabel={intl.formatMessage({ id: 'Reports.Rules.Overlap.Share' })}
        formatValue={value => format.percent(value)}
        fileName={`${fileName}_overlap`}
      />
    </ChartPlace>
  )
}

/** Shares by row and column; what does not overlap is empty. */
const sharesOf = ({ columns, rows }: RuleOverlap): (number | null)[][] =>
  rows.map(({ cells }) => {
    const shares = new Map(cells.map(({ column, share }) => [column, share]))
    return columns.map((_, column) => shares.get(column) ?? null)
  })
