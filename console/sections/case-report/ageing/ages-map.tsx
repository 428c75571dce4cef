import { type AgeBracket, ageBracketIds, type ReportAgeing } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { ChartPlace, HeatMapChart, plotHeight } from '../report-charts.tsx'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'
import { NoOpenCases } from './no-open-cases.tsx'

interface AgesMapProps {
  query: ReportAnswer<ReportAgeing>
  title: string
  /** Name of the file, without its extension. */
  fileName: string
  /** Groups of open cases; undefined until they have arrived. */
  rows: readonly { id: string; label: string; ages: Record<AgeBracket, number> }[] | undefined
}

/** Open cases by age and group. */
export function AgesMap({ query, title, fileName, rows = [] }: AgesMapProps) {
  const intl = useIntl()
  return (
    <ChartPlace title={title}>
      <HeatMapChart
        title={title}
        {...chartStateOf(query, ({ open }) => open === 0)}
        empty={<NoOpenCases />}
        height={plotHeight}
        fileName={fileName}
        valueLabel={intl.formatMessage({ id: 'Cases.Bulk.Cases' })}
        rows={rows.map(({ id, label }) => ({ id, label }))}
        columns={ageBracketIds.map(id => ({ id, label: intl.formatMessage({ id: `CaseReport.Age.${id}` }) }))}
        values={rows.map(({ ages }) => ageBracketIds.map(id => ages[id]))}
      />
    </ChartPlace>
  )
}
