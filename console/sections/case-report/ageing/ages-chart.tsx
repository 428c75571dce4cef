import { ageBracketIds, type ReportAgeing } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { BarChart, ChartPlace, plotHeight } from '../report-charts.tsx'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'
import { NoOpenCases } from './no-open-cases.tsx'

/** Open cases by age. */
export function AgesChart({ query }: { query: ReportAnswer<ReportAgeing> }) {
  const intl = useIntl()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Ageing' })
  return (
    <ChartPlace title={title}>
      <BarChart
        title={title}
        meta={<FormattedMessage id="CaseReport.Ageing.Meta" />}
        {...chartStateOf(query, ({ open }) => open === 0)}
        empty={<NoOpenCases />}
        orientation="block"
        sort="given"
        valueLabel={intl.formatMessage({ id: 'Cases.Bulk.Cases' })}
        valueLabels
        height={plotHeight}
        fileName="case-report-ages"
        items={ageBracketIds.map(id => ({
          id,
          label: intl.formatMessage({ id: `CaseReport.Age.${id}` }),
          value: data?.total[id] ?? 0,
        }))}
      />
    </ChartPlace>
  )
}
