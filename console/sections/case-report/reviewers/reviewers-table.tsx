import { Avatar, createColumns } from '@assay/design-system'
import type { ReportReviewers } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useFigureColumns } from '../figure-columns.tsx'
import { NumberLink } from '../number-link.tsx'
import { useReportHref } from '../report-links.ts'
import { ReportTable } from '../report-table.tsx'
import { useFigureText } from '../use-figure-text.ts'
import type { ReportAnswer } from '../use-report.ts'

type Row = ReportReviewers['rows'][number]
const c = createColumns<Row>()

interface ReviewersTableProps {
  query: ReportAnswer<ReportReviewers>
  /** Address of the figures of one reviewer. */
  reviewerHref: (userId: string) => string
}

/** Decisions, times and quality of each reviewer; below 20 decisions rates say nothing. */
export function ReviewersTable({ query, reviewerHref }: ReviewersTableProps) {
  const intl = useIntl()
  const figure = useFigureColumns()
  const { text } = useFigureText()
  const searchHref = useReportHref()
  const rows = query.data?.rows
  const most = Math.max(1, ...(rows ?? []).map(({ decisions }) => decisions))
  const columns = useMemo(() => {
    const rowName = ({ reviewer }: Row) => reviewer.name
    const count = (id: string, labelId: string, value: (row: Row) => number | null, initiallyHidden = false) =>
      figure<Row>(id, { labelId, unit: 'count', value, initiallyHidden })
    const share = (id: string, labelId: string, value: (row: Row) => number | null, initiallyHidden = false) =>
      figure<Row>(id, { labelId, unit: 'share', value, initiallyHidden })
    return [
      c.custom('name', {
        labelId: 'Cases.Column.Reviewer',
        rowHeader: true,
        control: true,
        size: 220,
        value: rowName,
        text: rowName,
        cell: ({ reviewer, few }, { tabIndex }) => (
          <span className="flex min-w-0 items-center gap-2">
            <Avatar name={reviewer.name} />
            <Link
              to={reviewerHref(reviewer.id)}
              tabIndex={tabIndex}
              className="truncate rounded-chip font-medium text-link focus-ring hover:underline"
            >
              <bdi>{reviewer.name}</bdi>
            </Link>
            {few ? (
              <span className="shrink-0 text-xs text-fg-muted">
                <FormattedMessage id="CaseReport.Reviewers.Few" />
              </span>
            ) : null}
          </span>
        ),
      }),
      {
        ...c.custom('decisions', {
          labelId: 'CaseReport.Reviewers.Decisions',
          size: 168,
          align: 'number',
          control: true,
          value: row => row.decisions,
          text: row => text('count', row.decisions) ?? '',
          cell: (row, { tabIndex }) => (
            <span className="flex min-w-0 flex-1 items-center justify-end gap-2">
              <span
                aria-hidden
                className="h-2 rounded-mark bg-line-strong"
                style={{ inlineSize: `${(row.decisions / most) * 72}px` }}
              />
              <span className="min-w-control-sm shrink-0">
                <NumberLink
                  text={text('count', row.decisions)}
                  href={row.decisions > 0 ? searchHref(row.link) : undefined}
                  label={intl.formatMessage(
                    { id: 'CaseReport.Open' },
                    { label: `${row.reviewer.name} ${text('count', row.decisions) ?? ''}` },
                  )}
                  tabIndex={tabIndex}
                />
              </span>
            </span>
          ),
        }),
        sortDescFirst: true,
      },
      count('single', 'CaseReport.Origin.Single', row => row.byOrigin.Single, true),
      count('bulk', 'CaseReport.Origin.Bulk', row => row.byOrigin.Bulk),
      count('approvals', 'CaseReport.Reviewers.SecondLooks', row => row.approvalsGiven),
      count('actions', 'CaseReport.Reviewers.Actions', row => row.actions, true),
      figure<Row>('perHour', {
        labelId: 'CaseReport.Reviewers.PerHour',
        unit: 'decimal',
        value: row => row.perActiveHour,
      }),
      share('approve', 'DesignSystem.Decision.approve', row => row.approveShare),
      share('reject', 'DesignSystem.Decision.reject', row => row.rejectShare),
      share('none', 'CaseReport.Action.None', row => row.noneShare, true),
      share('escalated', 'CaseReport.Reviewers.Escalated', row => row.escalationRate, true),
      share('held', 'Cases.Grid.onHold', row => row.holdRate, true),
      share('sentBack', 'CaseReport.Reviewers.SentBack', row => row.sendBackRate),
      figure<Row>('average', {
        labelId: 'CaseReport.Queues.Aht',
        unit: 'duration',
        initiallyHidden: true,
        value: row => row.handling.average,
      }),
      figure<Row>('median', {
        labelId: 'CaseReport.Reviewers.Median',
        unit: 'duration',
        value: row => row.handling.median,
      }),
      figure<Row>('p90', { labelId: 'CaseReport.Duration.P90', unit: 'duration', value: row => row.handling.p90 }),
      figure<Row>('wasted', {
        labelId: 'CaseReport.LockTime.wasted',
        unit: 'duration',
        initiallyHidden: true,
        value: row => row.lockTime.wastedMs,
      }),
      count('good', 'CaseReport.Reviewers.Good', row => row.good, true),
      count('fraud', 'CaseReport.Reviewers.Fraud', row => row.fraud, true),
      count('bad', 'CaseReport.Reviewers.Bad', row => row.bad, true),
      share('badRate', 'CaseReport.Reviewers.BadRate', row => row.badRate, true),
      share('overturned', 'CaseReport.Reviewers.Overturned', row => row.overturnRate),
      share('agreement', 'CaseReport.Reviewers.Agreement', row => row.agreement, true),
      share('accuracy', 'CaseReport.Column.Accuracy', row => row.accuracy),
    ]
  }, [intl, figure, text, searchHref, reviewerHref, most])
  return (
    <ReportTable
      title={intl.formatMessage({ id: 'CaseReport.Tab.reviewers' })}
      meta={
        rows && rows.length > 0 ? (
          <FormattedMessage id="CaseReport.Reviewers.Count" values={{ count: rows.length }} />
        ) : undefined
      }
      fileName="case-report-reviewers"
      columns={columns}
      query={query}
      rows={rows}
      getRowId={({ reviewer }) => reviewer.id}
      getRowName={({ reviewer }) => reviewer.name}
      sortedBy="decisions"
    />
  )
}
