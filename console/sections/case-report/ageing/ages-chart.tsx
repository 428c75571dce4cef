import { ageBracketIds, type ReportAgeing } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { BarChart, ChartPlace, plotHeight } from '../report-charts.tsx'
import { linkOfAge, useReportHref } from '../report-links.ts'
import { chartStateOf, type ReportAnswer } from '../use-report.ts'
import { NoOpenCases } from './no-open-cases.tsx'

/** Open cases by age; a bar opens its cases. */
export function AgesChart({ query }: { query: ReportAnswer<ReportAgeing> }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const searchHref = useReportHref()
  const { data } = query
  const open = (bracket: string) => {
    const id = ageBracketIds.find(each => each === bracket)
    const address = data && id ? searchHref(linkOfAge(data.link, id, data.asOf)) : undefined
    if (address) void navigate(address)
  }
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
        {...(data && searchHref(data.link) ? { onItemOpen: ({ id }: { id: string }) => open(id) } : {})}
      />
    </ChartPlace>
  )
}
