import { createColumns, SegmentedControl } from '@assay/design-system'
import { maturityDays, type ReportQuality, usefulnessValues } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FigureColumn, useFigureColumns } from '../figure-columns.tsx'
import { OutcomesCard } from '../overview/outcomes-card.tsx'
import { TruthChart } from '../overview/truth-chart.tsx'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { reportQueries } from '../report-queries.ts'
import { ReportTable } from '../report-table.tsx'
import { SecondLooksCard } from './second-looks-card.tsx'
import { SummariesTable } from './summaries-table.tsx'

type Row = ReportQuality['usefulness'][number]
const c = createColumns<Row>()
const rowName = ({ rule, clause }: Row) => [rule, clause].filter(Boolean).join(': ')
const figureColumns: readonly FigureColumn<Row>[] = [
  ['cases', 'Cases.Bulk.Cases', 'count', row => row.cases, { link: row => row.link }],
  ['rated', 'CaseReport.Usefulness.Rated', 'count', row => row.rated],
  ...usefulnessValues.map(
    (value): FigureColumn<Row> => [value, `Review.Case.Usefulness.${value}`, 'share', row => row.shares[value]],
  ),
]

/** What later proved right or wrong, what second looks changed, and how useful rules were. */
export function QualityTab({ input, onChange }: ReportTabProps) {
  const intl = useIntl()
  const figures = useFigureColumns()
  const query = useQuery(reportQueries.quality(input))
  const { data } = query
  // The quality of decisions has one form on every tab.
  const outcomes = { ...query, data: data && { ...data, accuracy: data.people, truthPeriods: data.periods } }
  const maturity = intl.formatMessage({ id: 'CaseReport.Maturity' })
  const columns = useMemo(() => {
    return [
      c.text('rule', { labelId: 'Events.Column.Rule', rowHeader: true, size: 240, value: row => row.rule }),
      c.text('clause', { labelId: 'Events.Column.Clause', secondary: true, value: row => row.clause }),
      ...figures(rowName, figureColumns),
    ]
  }, [figures])
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 text-xs text-fg-secondary">
        <span aria-hidden>{maturity}</span>
        <SegmentedControl
          label={maturity}
          value={String(input.maturityDays)}
          onValueChange={value => onChange({ maturity: value })}
          segments={maturityDays.map(days => ({
            value: String(days),
            label: intl.formatMessage({ id: 'CaseReport.Maturity.Days' }, { days }),
          }))}
        />
      </div>
      <ReportGrid>
        <OutcomesCard query={outcomes} maturityDays={input.maturityDays} />
        <TruthChart query={outcomes} maturityDays={input.maturityDays} />
        <SecondLooksCard query={query} />
        <ReportTable
          title={intl.formatMessage({ id: 'CaseReport.Usefulness' })}
          meta={<FormattedMessage id="CaseReport.Usefulness.Meta" />}
          fileName="case-report-usefulness"
          columns={columns}
          query={query}
          rows={data?.usefulness}
          getRowId={({ rule, clause }) => `${rule} ${clause ?? ''}`}
          getRowName={rowName}
          sortedBy="cases"
        />
        <SummariesTable query={query} />
      </ReportGrid>
    </>
  )
}
