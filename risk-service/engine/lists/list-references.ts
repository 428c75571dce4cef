import type { RuleSource } from '../../fql/index.ts'
import { parse } from '../../fql/parse/parse.ts'
import { type Expr, stripParentheses } from '../../fql/parse/syntax-tree.ts'
import type { IndexedColumns } from './compiled-list.ts'

/** Columns in the spelling of the rule. */
export interface ListReference extends IndexedColumns {
  columns: ReadonlySet<string>
}

const keyFunctions = new Set(['containskey', 'lookup', 'lookupclosest'])

/**
 * Returns the custom lists that rules use, by name without letter case, with the columns that are searched by key:
 * their indexes are built before the first event needs them. Texts that do not parse use no list.
 */
export function findListReferences(rules: readonly RuleSource[]): Map<string, ListReference> {
  const uses = new Map<string, { keys: Set<string>; closest: Set<string>; columns: Set<string> }>()
  const texts = rules.flatMap(rule => [rule.condition, ...rule.clauses.map(clause => clause.text)])
  for (const text of texts) {
    // Most rules use no list, and parsing them all again would be wasted work.
    if (!/containskey|lookup/i.test(text)) continue
    for (const statement of parse(text).statements ?? [])
      visitCalls(statement, call => {
        const [list, column, value] = [0, 1, 3].map(index => constantOf(call.args[index]?.value))
        if (!keyFunctions.has(call.name.toLowerCase()) || list == null || column == null) return
        const use = uses.get(list.toLowerCase()) ?? { keys: new Set(), closest: new Set(), columns: new Set() }
        uses.set(list.toLowerCase(), use)
        use.keys.add(column.toLowerCase())
        use.columns.add(column)
        if (value != null) use.columns.add(value)
        if (call.name.toLowerCase() === 'lookupclosest') use.closest.add(column.toLowerCase())
      })
  }
  return uses
}

function constantOf(expr: Expr | undefined): string | null {
  const literal = expr === undefined ? undefined : stripParentheses(expr)
  return literal?.kind === 'string' ? literal.value : null
}

type FunctionCall = Extract<Expr, { kind: 'call' }>

/** Visits every call in a tree. */
function visitCalls(node: unknown, found: (call: FunctionCall) => void): void {
  if (Array.isArray(node)) for (const each of node) visitCalls(each, found)
  else if (typeof node === 'object' && node !== null) {
    if ('kind' in node && node.kind === 'call') found(node as FunctionCall)
    for (const each of Object.values(node)) if (typeof each === 'object') visitCalls(each, found)
  }
}
