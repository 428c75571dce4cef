import type { Diagnostic } from '@assay/risk-service/fql'

/** A fault in the text of a query: of the query language itself, or of what a search can express. */
export type QueryIssue =
  | { code: 'syntax'; from: number; to: number; diagnostic: Diagnostic }
  | {
      code:
        | 'statement'
        | 'condition'
        | 'field'
        | 'comparison'
        | 'number'
        | 'text'
        | 'truth'
        | 'day'
        | 'filters'
        | 'groups'
        | 'nesting'
      from: number
      to: number
      values: Record<string, string | number>
    }

/** Ends the reading of a text at its first fault. */
export class QueryTextError extends Error {
  readonly issue: QueryIssue
  constructor(issue: QueryIssue) {
    super(issue.code)
    this.name = 'QueryTextError'
    this.issue = issue
  }
}

type OwnCode = Exclude<QueryIssue['code'], 'syntax'>

export function refuse(
  code: OwnCode,
  { from, to }: { from: number; to: number },
  values: Record<string, string | number> = {},
): never {
  throw new QueryTextError({ code, from, to, values })
}
