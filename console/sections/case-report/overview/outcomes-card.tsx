import { Card, CardHeader, createColumns, DecisionBadge, SimpleTable, useFormat } from '@assay/design-system'
import type { Accuracy, OutcomeGroup, ReportOverview } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { NumberLink } from '../number-link.tsx'
import { useReportHref } from '../report-links.ts'
import type { AnswerFrame, ReportAnswer } from '../use-report.ts'
import { TableExport } from './table-export.tsx'

type OutcomeRow = ReportOverview['outcomes'][number]
const c = createColumns<OutcomeRow>()
const actions: Record<OutcomeGroup, 'Approve' | 'Reject'> = {
  approved: 'Approve',
  rejected: 'Reject',
  timedOutApproved: 'Approve',
  timedOutRejected: 'Reject',
}
const isTimeout = (group: OutcomeGroup) => group === 'timedOutApproved' || group === 'timedOutRejected'
/** The wrong figure of each row: fraud of what was approved, good of what was rejected. */
const wrongOf = ({ group }: OutcomeRow) => (actions[group] === 'Approve' ? 'fraud' : 'good')

interface OutcomesCardProps {
  query: ReportAnswer<AnswerFrame & { outcomes: OutcomeRow[]; accuracy: Accuracy }>
  maturityDays: number
}

/** Decisions and what became known later. What is not yet known is a column, never left out. */
export function OutcomesCard({ query, maturityDays }: OutcomesCardProps) {
  const intl = useIntl()
  const format = useFormat()
  const searchHref = useReportHref()
  const { data } = query
  const title = intl.formatMessage({ id: 'CaseReport.Outcomes' })
  const columns = useMemo(() => {
    const plain = { sortable: false, filter: false } as const
    const name = ({ group }: OutcomeRow) => intl.formatMessage({ id: `CaseReport.Outcome.${group}` })
    const verdictColumn = (id: 'fraud' | 'good') =>
      c.custom(id, {
        ...plain,
        labelId: `CaseReport.Outcomes.${id}`,
        align: 'number',
        value: row => row[id],
        cell: row => (
          <span dir="ltr" className="block text-end tabular-nums">
            <span className={wrongOf(row) === id ? 'font-semibold' : undefined}>{format.number(row[id])}</span>
          </span>
        ),
      })
    return [
      c.custom('group', {
        ...plain,
        rowHeader: true,
        labelId: 'Events.Column.Decision',
        value: name,
        cell: row => (
          <span className="flex items-center gap-2 whitespace-nowrap">
            <DecisionBadge decision={actions[row.group]} />
            {isTimeout(row.group) ? (
              <span className="text-xs text-fg-muted">
                <FormattedMessage id="CaseReport.Outcomes.ByTimeout" />
              </span>
            ) : null}
          </span>
        ),
      }),
      c.custom('decided', {
        ...plain,
        labelId: 'Review.Case.State.Decided',
        align: 'number',
        value: row => row.decided,
        cell: row => (
          <NumberLink
            text={format.number(row.decided)}
            href={row.decided > 0 ? searchHref(row.link) : undefined}
            label={intl.formatMessage(
              { id: 'CaseReport.Open' },
              { label: `${name(row)} ${format.number(row.decided)}` },
            )}
          />
        ),
      }),
      verdictColumn('fraud'),
      verdictColumn('good'),
      c.number('unknown', { ...plain, labelId: 'CaseReport.Outcomes.unknown', value: row => row.unknown }),
      c.percent('error', { ...plain, labelId: 'CaseReport.Outcomes.Error', value: row => row.errorRate }),
    ]
  }, [intl, format, searchHref])
  const accuracy = data?.accuracy.accuracy ?? null
  return (
    <Card>
      <CardHeader
        title={title}
        meta={<FormattedMessage id="CaseReport.Outcomes.Meta" values={{ days: maturityDays }} />}
        actions={
          <>
            {accuracy === null ? null : (
              <span className="text-sm font-medium">
                <FormattedMessage id="CaseReport.Accuracy" values={{ rate: format.percent(accuracy) }} />
              </span>
            )}
            <TableExport name={title} fileName="case-report-outcomes" columns={columns} rows={data?.outcomes} />
          </>
        }
      />
      {query.isError && !data ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SimpleTable
          label={title}
          columns={columns}
          rows={data?.outcomes ?? []}
          getRowId={({ group }) => group}
          loading={!data}
          empty={<FormattedMessage id="CaseReport.Empty" />}
        />
      )}
    </Card>
  )
}
