import { expect, it } from 'vitest'
import { groupIssues, issuesOf, type ShownIssue } from './issue-groups.ts'

const issue = (code: string, column: string | null, severity: ShownIssue['severity'] = 'error'): ShownIssue => ({
  code,
  severity,
  row: 2,
  column,
  attribute: column,
  params: {},
})
const issues = [
  issue('U-23', 'PurchaseId', 'warning'),
  issue('U-23', 'PurchaseId', 'warning'),
  issue('U-23', 'PurchaseId', 'warning'),
  issue('U-11', 'UserId'),
  issue('U-14', 'Amount'),
  issue('U-14', 'Amount'),
  issue('U-14', 'Tax'),
]

it('counts issues by code and column, errors first, the most frequent before the others', () => {
  expect(groupIssues(issues).map(({ code, column, count }) => [code, column, count])).toEqual([
    ['U-14', 'Amount', 2],
    ['U-11', 'UserId', 1],
    ['U-14', 'Tax', 1],
    ['U-23', 'PurchaseId', 3],
  ])
})

it('finds the issues of a group', () => {
  const [first] = groupIssues(issues)
  expect(issuesOf(issues, first?.id ?? '')).toHaveLength(2)
  expect(issuesOf(issues, null)).toHaveLength(7)
})
