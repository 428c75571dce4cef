import { parse } from '../../fql/parse.ts'
import { bare, type Expr } from '../../fql/tree.ts'
import type { RuleSource } from '../../fql/index.ts'
import type { ColumnUse } from './compiled.ts'

const byKey = new Set(['containskey', 'lookup', 'lookupclosest'])

/**
 * Custom lists that rules ask, by name without letter case, with the columns that are asked for keys: indexes are built for these
 * before the first event asks. Texts that do not parse ask nothing.
 */
export function listUses(rules: readonly RuleSource[]): Map<string, ColumnUse> {
  const uses = new Map<string, { keys: Set<string>; closest: Set<string> }>()
  const texts = rules.flatMap(rule => [rule.condition, ...rule.clauses.map(clause => clause.text)])
  for (const text of texts) {
    // Most rules ask no list, and parsing them all again would be for nothing.
    if (!/containskey|lookup/i.test(text)) continue
    for (const statement of parse(text).statements ?? []) walk(statement, call => {
      const [list, column] = [constantOf(call.args[0]?.value), constantOf(call.args[1]?.value)]
      if (!byKey.has(call.name.toLowerCase()) || list === null || column === null) return
      const use = uses.get(list) ?? { keys: new Set(), closest: new Set() }
      uses.set(list, use)
      use.keys.add(column)
      if (call.name.toLowerCase() === 'lookupclosest') use.closest.add(column)
    })
  }
  return uses
}

function constantOf(expr: Expr | undefined): string | null {
  const literal = expr === undefined ? undefined : bare(expr)
  return literal?.kind === 'string' ? literal.value.toLowerCase() : null
}

type Call = Extract<Expr, { kind: 'call' }>

/** Every call in a tree. */
function walk(node: unknown, found: (call: Call) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, found)
  else if (typeof node === 'object' && node !== null) {
    if ('kind' in node && node.kind === 'call') found(node as Call)
    for (const each of Object.values(node)) if (typeof each === 'object') walk(each, found)
  }
}
