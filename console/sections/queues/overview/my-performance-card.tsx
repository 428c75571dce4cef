import { Card, CardHeader, createColumns, SimpleTable, useFormat } from '@assay/design-system'
import type { OwnPerformance } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { NumberCell } from '../cases/case-cells.tsx'

type OwnFigures = OwnPerformance['today']
interface Row {
  id: 'decided' | 'median' | 'overturned' | 'wasted'
  text: (figures: OwnFigures) => string | null
}
const c = createColumns<Row>()
const missingMark = '–'
/** Milliseconds after which the figures are read again. */
const refetchSpan = 60_000

/** The user's own figures, of today and of seven days: reviewers see nobody else's. */
export function MyPerformanceCard() {
  const intl = useIntl()
  const format = useFormat()
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const reviews = can('cases.review')
  const query = useQuery(
    api.caseReport.own.queryOptions({
      input: { environmentId },
      staleTime: refetchSpan,
      refetchInterval: refetchSpan,
      enabled: reviews,
    }),
  )
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Own' })
  const rows = useMemo(
    (): Row[] => [
      { id: 'decided', text: ({ decided }) => format.number(decided) },
      {
        id: 'median',
        text: ({ medianHandlingMs }) => (medianHandlingMs === null ? null : format.duration(medianHandlingMs)),
      },
      { id: 'overturned', text: ({ overturned }) => format.number(overturned) },
      { id: 'wasted', text: ({ wastedMs }) => format.duration(wastedMs) },
    ],
    [format],
  )
  const columns = useMemo(() => {
    const period = (id: 'today' | 'week') =>
      c.custom(id, {
        labelId: `CaseReport.Own.${id}`,
        align: 'number',
        value: row => (data ? row.text(data[id]) : null),
        cell: row => <NumberCell>{(data && row.text(data[id])) ?? missingMark}</NumberCell>,
      })
    const name = ({ id }: Row) => intl.formatMessage({ id: `CaseReport.Own.${id}` })
    return [
      c.custom('figure', { labelId: 'CaseReport.Own.Figure', rowHeader: true, value: name, cell: name }),
      period('today'),
      period('week'),
    ]
  }, [intl, data])
  if (!reviews) return null
  return (
    <Card>
      <CardHeader title={title} meta={<FormattedMessage id="CaseReport.Own.Meta" />} />
      {query.isError && data ? (
        <div className="px-4 pbe-2">
          <StaleNotice />
        </div>
      ) : null}
      {query.isError && !data ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SimpleTable label={title} columns={columns} rows={rows} getRowId={({ id }) => id} loading={!data} />
      )}
    </Card>
  )
}
