import { type AgeBracket, ageBracketIds, type ReportAgeing, type ReportLink } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { ChartPlace, HeatMapChart, plotHeight } from '../report-charts.tsx'
import { linkOfAge, useReportHref } from '../report-links.ts'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'
import { NoOpenCases } from './no-open-cases.tsx'

interface AgesMapProps {
  query: ReportAnswer<ReportAgeing>
  title: string
  /** Name of the file, without its extension. */
  fileName: string
  /** Groups of open cases; undefined until they have arrived. */
  rows: readonly { id: string; label: string; ages: Record<AgeBracket, number>; link?: ReportLink }[] | undefined
}

/** Open cases by age and group; a cell opens its cases where a search can name them. */
export function AgesMap({ query, title, fileName, rows = [] }: AgesMapProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const searchHref = useReportHref()
  const { data } = query
  const addressOf = (rowId: string, columnId: string) => {
    const bracket = ageBracketIds.find(each => each === columnId)
    const link = rows.find(({ id }) => id === rowId)?.link ?? null
    return data && bracket ? searchHref(linkOfAge(link, bracket, data.asOf)) : undefined
  }
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
        {...(rows.some(({ link }) => link && searchHref(link))
          ? {
              onCellOpen: ({ row, column }: { row: { id: string }; column: { id: string } }) => {
                const address = addressOf(row.id, column.id)
                if (address) void navigate(address)
              },
            }
          : {})}
        values={rows.map(({ ages }) => ageBracketIds.map(id => ages[id]))}
      />
    </ChartPlace>
  )
}
