import { createColumns, RelativeTime } from '@assay/design-system'
import { ageBracketIds, openCaseStates, type ReportAgeing } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useFigureColumns } from '../figure-columns.tsx'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { reportQueries } from '../report-queries.ts'
import { ReportTable } from '../report-table.tsx'
import { AgesChart } from './ages-chart.tsx'
import { AgesMap } from './ages-map.tsx'

type Row = ReportAgeing['queues'][number]
const c = createColumns<Row>()

/** Open cases by the time since they entered their queue, as they are now. */
export function AgeingTab({ input }: ReportTabProps) {
  const intl = useIntl()
  const figure = useFigureColumns()
  const query = useQuery(reportQueries.ageing(input))
  const { data } = query
  const stateText = (state: string) => intl.formatMessage({ id: `CaseReport.State.${state}` })
  const columns = useMemo(() => {
    const rowName = ({ queue }: Row) => queue.name
    return [
      c.text('queue', { labelId: 'Routing.Column.Queue', rowHeader: true, size: 220, value: rowName }),
      figure<Row>('open', {
        labelId: 'CaseReport.Scores.Open',
        unit: 'count',
        value: row => row.open,
        link: row => row.link,
        rowName,
      }),
      c.custom('oldest', {
        labelId: 'Queues.Oldest',
        align: 'number',
        value: row => row.oldestEnteredAt,
        cell: row => (
          <span className="block flex-1 text-end">
            {row.oldestEnteredAt === null ? null : <RelativeTime value={row.oldestEnteredAt} />}
          </span>
        ),
      }),
      ...ageBracketIds.map(id =>
        figure<Row>(id, { labelId: `CaseReport.Age.${id}`, unit: 'count', value: row => row.ages[id] }),
      ),
    ]
  }, [figure])
  return (
    <ReportGrid>
      <AgesChart query={query} />
      <AgesMap
        query={query}
        title={intl.formatMessage({ id: 'CaseReport.Ageing.States' })}
        fileName="case-report-ages-by-state"
        rows={data?.states
          .filter(({ state }) => openCaseStates.some(each => each === state))
          .map(({ state, ages }) => ({ id: state, label: stateText(state), ages }))}
      />
      <AgesMap
        query={query}
        title={intl.formatMessage({ id: 'CaseReport.Ageing.Priorities' })}
        fileName="case-report-ages-by-priority"
        rows={data?.priorities.map(({ from, to, ages }) => ({ id: String(from), label: `${from}–${to}`, ages }))}
      />
      <ReportTable
        title={intl.formatMessage({ id: 'CaseReport.Ageing.Queues' })}
        meta={<FormattedMessage id="CaseReport.Ageing.Meta" />}
        fileName="case-report-ageing"
        columns={columns}
        query={query}
        rows={data?.queues}
        getRowId={({ queue }) => queue.id}
        getRowName={({ queue }) => queue.name}
        sortedBy="open"
      />
    </ReportGrid>
  )
}
