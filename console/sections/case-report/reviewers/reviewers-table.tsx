import { Avatar, createColumns } from '@assay/design-system'
import type { ReportReviewers } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { type FigureColumn, useFigureColumns } from '../figure-columns.tsx'
import { NumberLink } from '../number-link.tsx'
import { useReportHref } from '../report-links.ts'
import { ReportTable } from '../report-table.tsx'
import { useFigureText } from '../use-figure-text.ts'
import type { ReportAnswer } from '../use-report.ts'

type Row = ReportReviewers['rows'][number]
const c = createColumns<Row>()
const rowName = ({ reviewer }: Row) => reviewer.name

const hidden = { hidden: true } as const
const figureColumns: readonly FigureColumn<Row>[] = [
  ['single', 'CaseReport.Origin.Single', 'count', row => row.byOrigin.Single, hidden],
  ['bulk', 'CaseReport.Origin.Bulk', 'count', row => row.byOrigin.Bulk],
  ['secondLooks', 'CaseReport.Reviewers.SecondLooks', 'count', row => row.approvalsGiven],
  ['actions', 'CaseReport.Reviewers.Actions', 'count', row => row.actions, hidden],
  ['perHour', 'CaseReport.Reviewers.PerHour', 'decimal', row => row.perActiveHour],
  ['approve', 'DesignSystem.Decision.approve', 'share', row => row.approveShare],
  ['reject', 'DesignSystem.Decision.reject', 'share', row => row.rejectShare],
  ['none', 'CaseReport.Action.None', 'share', row => row.noneShare, hidden],
  ['escalated', 'CaseReport.Reviewers.Escalated', 'share', row => row.escalationRate, hidden],
  ['onHold', 'Cases.Grid.onHold', 'share', row => row.holdRate, hidden],
  ['sentBack', 'CaseReport.Reviewers.SentBack', 'share', row => row.sendBackRate],
  ['average', 'CaseReport.Queues.Aht', 'duration', row => row.handling.average, hidden],
  ['median', 'CaseReport.Reviewers.Median', 'duration', row => row.handling.median],
  ['p90', 'CaseReport.Duration.P90', 'duration', row => row.handling.p90],
  ['wasted', 'CaseReport.LockTime.wasted', 'duration', row => row.lockTime.wastedMs, hidden],
  ['good', 'CaseReport.Reviewers.Good', 'count', row => row.good, hidden],
  ['fraud', 'CaseReport.Reviewers.Fraud', 'count', row => row.fraud, hidden],
  ['bad', 'CaseReport.Reviewers.Bad', 'count', row => row.bad, hidden],
  ['badRate', 'CaseReport.Reviewers.BadRate', 'share', row => row.badRate, hidden],
  ['overturned', 'CaseReport.Reviewers.Overturned', 'share', row => row.overturnRate],
  ['agreement', 'CaseReport.Reviewers.Agreement', 'share', row => row.agreement, hidden],
  ['accuracy', 'CaseReport.Column.Accuracy', 'share', row => row.accuracy],
]

interface ReviewersTableProps {
  query: ReportAnswer<ReportReviewers>
  /** Address of the figures of one reviewer. */
  reviewerHref: (userId: string) => string
}

/** Decisions, times and quality of each reviewer; below 20 decisions rates say nothing. */
export function ReviewersTable({ query, reviewerHref }: ReviewersTableProps) {
  const intl = useIntl()
  const figures = useFigureColumns()
  const { text } = useFigureText()
  const searchHref = useReportHref()
  const rows = query.data?.rows
  const most = Math.max(1, ...(rows ?? []).map(({ decisions }) => decisions))
  const columns = useMemo(() => {
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
      ...figures(rowName, figureColumns),
    ]
  }, [intl, figures, text, searchHref, reviewerHref, most])
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
      getRowName={rowName}
      sortedBy="decisions"
    />
  )
}
