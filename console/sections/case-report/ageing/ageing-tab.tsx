import { createColumns, RelativeTime } from '@assay/design-system'
import { ageBracketIds, openCaseStates, type ReportAgeing } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FigureColumn, useFigureColumns } from '../figure-columns.tsx'
import type { ReportTabProps } from '../report-address.ts'
import { ReportGrid } from '../report-charts.tsx'
import { linkOfAge } from '../report-links.ts'
import { reportQueries } from '../report-queries.ts'
import { ReportTable } from '../report-table.tsx'
import { useQueueNames } from '../use-queue-names.ts'
import { AgesChart } from './ages-chart.tsx'
import { AgesMap } from './ages-map.tsx'

type Row = ReportAgeing['queues'][number]
const c = createColumns<Row>()
const missingMark = '–'
const openColumn: readonly FigureColumn<Row>[] = [
  ['open', 'CaseReport.Scores.Open', 'count', row => row.open, { link: row => row.link }],
]

/** Open cases by the time since they entered their queue, as they are now. */
export function AgeingTab({ input }: ReportTabProps) {
  const intl = useIntl()
  const figures = useFigureColumns()
  const query = useQuery(reportQueries.ageing(input))
  const { data } = query
  const { nameOf, columns: queueColumns } = useQueueNames(data?.queues)
  const stateText = (state: string) => intl.formatMessage({ id: `CaseReport.State.${state}` })
  const columns = useMemo(() => {
    const asOf = data?.asOf
    const ageColumns = ageBracketIds.map(
      (id): FigureColumn<Row> => [
        id,
        `CaseReport.Age.${id}`,
        'count',
        row => row.ages[id],
        { link: row => (asOf === undefined ? null : linkOfAge(row.link, id, asOf)) },
      ],
    )
    return [
      c.text('queue', { labelId: 'Routing.Column.Queue', rowHeader: true, size: 220, value: row => row.queue.name }),
      ...queueColumns<Row>(),
      ...figures(nameOf, openColumn),
      c.custom('oldest', {
        labelId: 'Queues.Oldest',
        align: 'number',
        value: row => row.oldestEnteredAt,
        cell: row => (
          <span dir="ltr" className="block flex-1 text-end">
            <bdi>{row.oldestEnteredAt === null ? missingMark : <RelativeTime value={row.oldestEnteredAt} />}</bdi>
          </span>
        ),
      }),
      ...figures(nameOf, ageColumns),
    ]
  }, [figures, nameOf, queueColumns, data?.asOf])
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
          .map(({ state, ages, link }) => ({ id: state, label: stateText(state), ages, link }))}
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
        getRowName={nameOf}
        sortedBy="open"
      />
    </ReportGrid>
  )
}
