import { type SearchCondition, type SearchField, type SearchGroup, searchLimits } from '@assay/risk-service/contract'
import { type Expr, parse } from '@assay/risk-service/fql'
import { parseCondition } from './parse-condition.ts'
import type { QueryConditions } from './print-query.ts'
import { type QueryIssue, QueryTextError, refuse } from './query-issue.ts'

export type ParsedQuery = { query: QueryConditions; issue: null } | { query: null; issue: QueryIssue }

/** Finds a field of the search by its id, without regard to letter case. */
export type FindField = (id: string) => SearchField | null

/**
 * Reads a search from a condition of the query language: comparisons joined by `&&` or `||`, some of them in
 * parentheses as groups. Stops at the first fault.
 */
export function parseQuery(text: string, findField: FindField): ParsedQuery {
  const { statements, diagnostic } = parse(text)
  if (diagnostic !== null)
    return { query: null, issue: { code: 'syntax', from: diagnostic.from, to: diagnostic.to, diagnostic } }
  try {
    const [first, ...others] = statements
    if (first === undefined) return { query: { match: 'all', conditions: [], groups: [] }, issue: null }
    if (first.kind !== 'WHEN' || first.when === null) return refuse('statement', first)
    if (others[0]) return refuse('statement', others[0])
    return { query: toQuery(first.when, findField), issue: null }
  } catch (error) {
    if (error instanceof QueryTextError) return { query: null, issue: error.issue }
    throw error
  }
}

/** Removes parentheses that contain nothing but others. */
function unwrapped(expr: Expr): Expr {
  return expr.kind === 'paren' && (expr.inner.kind === 'paren' || expr.inner.kind === 'logic')
    ? unwrapped(expr.inner)
    : expr
}

function toQuery(expr: Expr, findField: FindField): QueryConditions {
  const root = unwrapped(expr)
  const isGroup = (each: Expr): boolean => each.kind === 'logic' || each.kind === 'paren'
  if (root.kind !== 'logic') {
    // One condition in parentheses is a group of one.
    return root.kind === 'paren'
      ? { match: 'all', conditions: [], groups: [toGroup(root, findField)] }
      : { match: 'all', conditions: [parseCondition(root, findField)], groups: [] }
  }
  const conditions = root.operands.filter(each => !isGroup(each)).map(each => parseCondition(each, findField))
  const groups = root.operands.filter(isGroup).map(each => toGroup(each, findField))
  if (conditions.length > searchLimits.filters) return refuse('filters', root, { count: searchLimits.filters })
  if (groups.length + (conditions.length > 0 ? 1 : 0) > searchLimits.groups)
    return refuse('groups', root, { count: searchLimits.groups })
  return { match: root.op === '&&' ? 'all' : 'any', conditions, groups }
}

function toGroup(expr: Expr, findField: FindField): SearchGroup {
  const inner = expr.kind === 'paren' && expr.inner.kind !== 'logic' ? expr.inner : unwrapped(expr)
  if (inner.kind !== 'logic') return { match: 'all', conditions: [groupCondition(inner, findField)] }
  if (inner.operands.length > searchLimits.filters) return refuse('filters', inner, { count: searchLimits.filters })
  return {
    match: inner.op === '&&' ? 'all' : 'any',
    conditions: inner.operands.map(each => groupCondition(each, findField)),
  }
}

function groupCondition(expr: Expr, findField: FindField): SearchCondition {
  if (expr.kind === 'logic' || expr.kind === 'paren') return refuse('nesting', expr)
  return parseCondition(expr, findField)
}
