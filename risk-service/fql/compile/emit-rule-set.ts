import type { Ir, IrPart, IrRule, SlotTable } from '../lower/ir.ts'
import type { CompiledRule, RuleSetObserver, RuleSetRun } from '../types/compiled-rule.ts'
import type { Scope } from '../types/scope-types.ts'
import { runtime } from './code-runtime.ts'
import { CodeWriter, crossingTest } from './code-writer.ts'
import { nothing } from './outcome.ts'

/** Rules per generated function: a longer one would not be optimised. */
const rulesPerChunk = 24
/** Cost of the longest condition that is tested inline: a longer one is no short cut, and its code is there already. */
const maxInlineCost = 200

type Visit = Parameters<RuleSetRun>[1]
type Chunk = (
  scope: Scope,
  visit: Visit,
  first: boolean,
  state: { selected: number },
  watch: RuleSetObserver | undefined,
) => boolean

/** Runs the rules of a set in order, one by one; the plain form of the code that `emitRuleSetCode` generates. */
export function emitRuleSetLoop(rules: readonly CompiledRule[], from = 0, to = rules.length): RuleSetRun {
  return (scope, visit, first = false, watch) => {
    let selected = 0
    for (let rule = from; rule < to; rule++) {
      const compiled = rules[rule]
      if (
        compiled === undefined ||
        !(watch === undefined ? compiled.condition(scope) : watch.test(rule, compiled.condition))
      )
        continue
      selected++
      watch?.selected(rule)
      for (const clause of compiled.order) {
        watch?.clause(rule, clause)
        const outcome = compiled.clauses[clause]?.run(scope) ?? nothing
        if (outcome !== nothing && visit(rule, clause, outcome)) return selected
      }
      if (first) return selected
    }
    return selected
  }
}

/**
 * Generates, yielding after each rule, straight-line code for rules of a set that do not wait: conditions that cannot fail are tested inline on
 * attributes that were read once, and only clauses that may take effect run.
 */
export function* emitRuleSetCode(
  lowered: readonly IrRule[],
  rules: readonly CompiledRule[],
  table: SlotTable,
  prepare: (scope: Scope) => unknown,
  begin = 0,
  end = rules.length,
): Generator<undefined, RuleSetRun> {
  const chunks: Chunk[] = []
  for (let from = begin; from < end; from += rulesPerChunk) {
    const to = Math.min(end, from + rulesPerChunk)
    chunks.push(yield* emitChunk(lowered.slice(from, to), rules.slice(from, to), from, table, prepare))
  }
  return (scope, visit, first = false, watch) => {
    const state = { selected: 0 }
    for (const run of chunks) if (run(scope, visit, first, state, watch)) break
    return state.selected
  }
}

function* emitChunk(
  lowered: readonly IrRule[],
  rules: readonly CompiledRule[],
  from: number,
  table: SlotTable,
  prepare: (scope: Scope) => unknown,
): Generator<undefined, Chunk> {
  const writer = new CodeWriter()
  const slots = new Set<number>()
  let cost = 0
  const quick = (part: IrPart): string | null => {
    const ir = part.waits || part.cost > maxInlineCost ? null : infalliblePrefix(singleCondition(part))
    if (ir === null) return null
    cost += part.cost
    const own = new Set<number>()
    collectSlots(ir, own)
    for (const slot of own) slots.add(slot)
    return own.size === 0 ? writer.plainExpr(ir, own) : `(${crossingTest([...own], '')}||${writer.plainExpr(ir, own)})`
  }
  const lines: string[] = []
  for (const [index, rule] of lowered.entries()) {
    yield
    const compiled = rules[index]
    if (compiled === undefined) continue
    const own = writer.constant(compiled.condition)
    const condition =
      rule.condition.statements.length === 0 && rule.locals === 0
        ? null
        : `(w===undefined?${own}(s):w.test(${from + index},${own}))`
    const test =
      condition === null ? 'true' : rule.locals === 0 ? `${quick(rule.condition) ?? 'true'}&&${condition}` : condition
    const clauses = compiled.order.map(clause => {
      const part = rule.clauses[clause]?.part
      const guard = part === undefined || rule.locals > 0 ? null : quick(part)
      return `${guard === null ? '' : `if(${guard})`}{if(w!==undefined)w.clause(${from + index},${clause});o=${writer.constant(compiled.clauses[clause]?.run)}(s);if(o!==N&&v(${from + index},${clause},o)===true)return true}`
    })
    lines.push(
      `if(${test}){t.selected++;if(w!==undefined)w.selected(${from + index});${clauses.join('\n')}\nif(x)return true}`,
    )
  }
  const reads = [...slots].map(slot => `a${slot}=m.a${slot}`)
  const words = [...new Set([...slots].map(slot => slot >> 5))].map(word => `k${word}=m.k${word}`)
  const names = writer.constants.map((_, index) => `c${index}=K[${index}]`)
  const source = `"use strict";const N=R.nothing;${names.length > 0 ? `const ${names.join(',')};` : ''}\n${writer.helpers.join('\n')}
return function(s,v,x,t,w){let o=N;const m=s.memoOwner===T?s.memo:P(s),f=null${[...reads, ...words].map(each => `,${each}`).join('')};s.steps+=${cost};\n${lines.join('\n')}\nreturn false}`
  // Texts are passed as JSON or by reference, as in the code of single rules.
  const make = new Function('R', 'T', 'P', 'K', source) as (...args: unknown[]) => Chunk
  return make(runtime, table, prepare, writer.constants)
}

/** Returns the WHEN of a part that is a single statement; null for other parts. */
function singleCondition(part: IrPart): Ir | null {
  const [statement, more] = part.statements
  return more !== undefined || statement === undefined || statement.kind === 'let' || statement.when === null
    ? null
    : statement.when.ir
}

/**
 * Returns the necessary part of a condition that can be tested by itself: all of it, or the operands of an AND up to
 * the first that could fail.
 */
function infalliblePrefix(ir: Ir | null): Ir | null {
  if (ir === null || isInfallible(ir)) return ir
  if (ir.op !== 'and') return null
  const end = ir.items.findIndex(item => !isInfallible(item))
  return end === 0 ? null : { op: 'and', items: ir.items.slice(0, end) }
}

/**
 * Returns true for code that cannot fail, has no effect and does not change while the rules of an event run (unless it
 * crosses an array).
 */
function isInfallible(ir: Ir): boolean {
  switch (ir.op) {
    case 'const':
    case 'slot':
      return true
    case 'not':
      return isInfallible(ir.a)
    case 'and':
    case 'or':
      return ir.items.every(isInfallible)
    case 'cond':
      return isInfallible(ir.test) && isInfallible(ir.yes) && isInfallible(ir.no)
    case 'compare':
    case 'sameText':
      return isInfallible(ir.a) && isInfallible(ir.b)
    case 'atom':
      return isInfallible(ir.body)
    default:
      return false
  }
}

function collectSlots(ir: Ir, into: Set<number>): void {
  switch (ir.op) {
    case 'slot':
      into.add(ir.slot)
      break
    case 'not':
      collectSlots(ir.a, into)
      break
    case 'and':
    case 'or':
      for (const item of ir.items) collectSlots(item, into)
      break
    case 'cond':
      for (const item of [ir.test, ir.yes, ir.no]) collectSlots(item, into)
      break
    case 'compare':
    case 'sameText':
      collectSlots(ir.a, into)
      collectSlots(ir.b, into)
      break
    case 'atom':
      collectSlots(ir.body, into)
      break
    default:
  }
}
