import type { IntlShape } from 'react-intl'
import { diagnosticText } from '../../../../platform/authoring/fql/diagnostics.ts'
import type { CellIssue } from '../cell-input.ts'

/** Why a cell cannot have a text, and what it can have. */
export function issueText(intl: IntlShape, issue: CellIssue): string {
  switch (issue.reason) {
    case 'syntax':
      return issue.problem === null
        ? intl.formatMessage({ id: 'Rules.Table.Issue.syntax' })
        : diagnosticText(intl, issue.problem)
    case 'name':
      return intl.formatMessage({ id: `Authoring.Name.${issue.issue}` })
    default:
      return intl.formatMessage({ id: `Rules.Table.Issue.${issue.reason}` })
  }
}
