import { Callout } from '@assay/design-system'
import { type ListIssue, listIssueMessages, listLimits } from '@assay/risk-service/contract'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'

/** The fault is in no row. */
const missingMark = '–'

/** What is wrong, in the words of the reader; those of the service for a code that has none here. */
export function listIssueText(intl: IntlShape, { code, params, message }: ListIssue): string {
  return code in listIssueMessages ? intl.formatMessage({ id: `Lists.Issue.${code}` }, params) : message
}

/**
 * Why a file is refused: each issue with its code, its row and its message. One issue is enough to refuse the whole
 * file.
 */
export function ListFileIssues({ problems }: { problems: readonly ListIssue[] }) {
  const intl = useIntl()
  if (problems.length === 0) return null
  // Issues beyond the limit were not searched for.
  const many = problems.length >= listLimits.problems
  return (
    <div className="flex flex-col gap-2">
      <Callout
        tone="danger"
        live
        title={
          <FormattedMessage
            id={many ? 'Lists.Issues.Many' : 'Lists.Issues.Title'}
            values={{ count: problems.length }}
          />
        }
      >
        <FormattedMessage
          id={many ? 'Lists.Issues.First' : 'Lists.Issues.Text'}
          values={{ count: listLimits.problems }}
        />
      </Callout>
      <div
        role="region"
        tabIndex={0}
        aria-label={intl.formatMessage({ id: 'Lists.Issues.Label' })}
        className="focus-ring max-h-[16rem] overflow-auto rounded-card border border-line-subtle"
      >
        <table aria-label={intl.formatMessage({ id: 'Lists.Issues.Label' })} className="w-full border-collapse text-xs">
          <thead className="sticky inset-bs-0 bg-surface-sunken text-fg-secondary">
            <tr>
              <th scope="col" className="h-header px-3 text-start font-medium">
                <FormattedMessage id="Lists.Issues.Code" />
              </th>
              <th scope="col" className="h-header px-3 text-end font-medium">
                <FormattedMessage id="Lists.Issues.Row" />
              </th>
              <th scope="col" className="h-header w-full px-3 text-start font-medium">
                <FormattedMessage id="Lists.Issues.Message" />
              </th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem, index) => (
              <tr key={index} className="border-bs border-line-subtle align-top">
                <td className="px-3 py-1.5 font-mono text-fg-secondary">
                  <bdi dir="ltr">{problem.code}</bdi>
                </td>
                <td className="px-3 py-1.5 text-end tabular-nums">
                  {problem.row === null ? missingMark : intl.formatNumber(problem.row)}
                </td>
                <td className="px-3 py-1.5 wrap-anywhere">{listIssueText(intl, problem)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
