import { createColumns, RelativeTime } from '@assay/design-system'
import { ageBracketIds, openCaseStates, type ReportAgeing } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FigureColumn, useFigureColumns } from '../figure-columns.tsx'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { reportQueries } from '../report-queries.ts'
import { ReportTable } from '../report-table.tsx'
import { AgesChart } from './ages-chart.tsx'
import { AgesMap } from './ages-map.tsx'

type Row = ReportAgeing['queues'][number]
const c = createColumns<Row>()
const rowName = ({ queue }: Row) => queue.name
const openColumn: readonly FigureColumn<Row>[] = [
  ['open', 'CaseReport.Scores.Open', 'count', row => row.open, { link: row => row.link }],
]
const ageColumns = ageBracketIds.map(
  (id): FigureColumn<Row> => [id, `CaseReport.Age.${id}`, 'count', row => row.ages[id]],
)

/** Open cases by the time since they entered their queue, as they are now. */
export function AgeingTab({ input }: ReportTabProps) {
  const intl = useIntl()
  const figures = useFigureColumns()
  const query = useQuery(reportQueries.ageing(input))
  const { data } = query
  const stateText = (state: string) => intl.formatMessage({ id: `CaseReport.State.${state}` })
  const columns = useMemo(() => {
    return [
      c.text('queue', { labelId: 'Routing.Column.Queue', rowHeader: true, size: 220, value: rowName }),
      ...figures(rowName, openColumn),
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
      ...figures(rowName, ageColumns),
    ]
  }, [figures])
  return (
    <ReportGrid>
      <div className="min-w-0 md:col-span-2">
        <AgesChart query={query} />
      </div>
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
        getRowName={rowName}
        sortedBy="open"
      />
    </ReportGrid>
  )
}
