/** One thing that is wrong with a file, found by the page or by the service. */
export interface ShownIssue {
  code: string
  severity: 'error' | 'warning'
  row: number | null
  column: string | null
  attribute: string | null
  params: Readonly<Record<string, string | number>>
}

/** Issues of one code in one column. */
export interface IssueGroup {
  id: string
  code: string
  severity: ShownIssue['severity']
  /** The column, or the attribute that has none. */
  column: string | null
  count: number
}

/** Where an issue is: in a column, or at an attribute that has none. */
export const placeOf = ({ column, attribute }: ShownIssue): string | null => column ?? attribute
const idOf = (issue: ShownIssue) => `${issue.severity} ${issue.code} ${placeOf(issue) ?? ''}`

/** Returns the issues by code and column: errors before warnings, the most frequent ones first. */
export function groupIssues(issues: readonly ShownIssue[]): IssueGroup[] {
  const groups = new Map<string, IssueGroup>()
  for (const issue of issues) {
    const id = idOf(issue)
    const group = groups.get(id)
    if (group) group.count++
    else {
      const { code, severity } = issue
      groups.set(id, { id, code, severity, column: placeOf(issue), count: 1 })
    }
  }
  return [...groups.values()].sort(
    (one, other) =>
      Number(one.severity === 'warning') - Number(other.severity === 'warning') || other.count - one.count,
  )
}

/** Returns the issues of a group, or all of them. */
export const issuesOf = <Issue extends ShownIssue>(
  issues: readonly Issue[],
  groupId: string | null,
): readonly Issue[] => (groupId === null ? issues : issues.filter(issue => idOf(issue) === groupId))
