import { Button, useFormat } from '@assay/design-system'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIssueText } from '../use-issue-text.ts'
import { SeverityIcon } from './issue-group-list.tsx'
import { placeOf, type ShownIssue } from './issue-groups.ts'

interface IssueListProps<Issue extends ShownIssue> {
  entity: string
  issues: readonly Issue[]
  /** Issues that are drawn at once; more follow on request. */
  pageSize?: number
  /** The field in which the row of an issue is fixed. */
  editor?: (issue: Issue) => ReactNode
}

/** Issues by row: the column, what is wrong, and its code. */
export function IssueList<Issue extends ShownIssue>({ entity, issues, pageSize = 50, editor }: IssueListProps<Issue>) {
  const intl = useIntl()
  const format = useFormat()
  const textOf = useIssueText(entity)
  const [more, setMore] = useState(0)
  const count = pageSize + more
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col" aria-label={intl.formatMessage({ id: 'Upload.Issues' })}>
        {issues.slice(0, count).map((issue, index) => (
          <li key={index} className="flex items-start gap-2 border-bs border-line-subtle px-2 py-2 text-sm">
            <span className="w-12 shrink-0 text-end font-medium tabular-nums">
              <span className="sr-only">
                <FormattedMessage id="Lists.Issues.Row" />{' '}
              </span>
              {issue.row === null ? missingMark : format.number(issue.row)}
            </span>
            <SeverityIcon severity={issue.severity} />
            <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-1">
              <div className="min-w-[12rem] flex-1">
                {placeOf(issue) === null ? null : (
                  <bdi className="block font-medium wrap-anywhere">{placeOf(issue)}</bdi>
                )}
                <span className="block text-xs wrap-anywhere text-fg-secondary">{textOf(issue)}</span>
              </div>
              {editor?.(issue)}
            </div>
            <bdi dir="ltr" className="font-mono text-xs leading-5 text-fg-muted">
              {issue.code}
            </bdi>
          </li>
        ))}
      </ul>
      {issues.length > count ? (
        <Button size="sm" className="self-start" onClick={() => setMore(more + pageSize)}>
          <FormattedMessage id="Upload.MoreIssues" values={{ count: Math.min(pageSize, issues.length - count) }} />
        </Button>
      ) : null}
    </div>
  )
}

const missingMark = '–'
