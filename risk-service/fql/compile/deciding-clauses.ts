import { type Ir, type IrPart, SlotTable } from '../lower/ir.ts'
import { lowerRule, runOrder } from '../lower/lower-rule.ts'
import { EvaluationError } from '../runtime/evaluation-error.ts'
import { newFrame } from '../runtime/operators.ts'
import type { Slot } from '../runtime/read-attribute.ts'
import { PendingRead } from '../runtime/read-resource.ts'
import { forkScope } from '../runtime/scope.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { RuleSource, Section } from '../types/rule-source.ts'
import type { Scope } from '../types/scope-types.ts'
import { assertNoErrors } from './compile.ts'
import { type Closure, emitClosure, readMemo } from './emit-closures.ts'

/** One operand of the top-level AND of a rule's condition or of the WHEN of a RETURN, with its dependencies. */
export interface Operand {
  text: string
  /** Attributes it reads, directly, through LETs or through functions. */
  slots: readonly Slot[]
  scores: readonly ('risk' | 'bot')[]
  /** Literals in it, with which its values may be compared. */
  constants: readonly (string | number | boolean)[]
  /** Returns null when it cannot be evaluated or would have to wait. */
  test: (scope: Scope) => boolean | null
  /** Returns the differences between the sides of its comparisons of numbers; null where a side is no number. */
  distances: (scope: Scope) => (number | null)[]
}
/** A clause that can decide. `operands`: those of the rule's condition first; all true means that it decides. */
export interface DecidingClause {
  name: string
  section: Section
  operands: readonly Operand[]
}

/**
 * Returns the clauses of a rule that can decide, in run order, split into operands. Throws `FqlError` for a rule with
 * errors.
 */
export function decidingClauses(rule: RuleSource, env: CheckEnvironment): DecidingClause[] {
  const table = new SlotTable()
  const { ir } = assertNoErrors(lowerRule(rule, env, table))
  const order = runOrder(ir.clauses)
  const lets = new Map<number, Ir>()
  for (const part of [ir.condition, ...ir.clauses.map(clause => clause.part)]) {
    for (const statement of part.statements) if (statement.kind === 'let') lets.set(statement.index, statement.value)
  }
  const operandsIn = (part: IrPart, before: readonly IrPart[]): Operand[] => {
    const frames = createFrames([...before, part], table, ir.locals)
    return part.statements.flatMap(statement => {
      const when =
        statement.kind === 'when'
          ? statement.when
          : statement.kind === 'act' && statement.decision !== null
            ? statement.when
            : null
      return when === null
        ? []
        : when.conjuncts.map(conjunct =>
            createOperand(part.text.slice(conjunct.from, conjunct.to), conjunct.ir, lets, table, frames),
          )
    })
  }
  const condition = operandsIn(ir.condition, [])
  return order.flatMap(({ clause: { name, section, part } }, position) => {
    if (!part.statements.some(statement => statement.kind === 'act' && statement.decision !== null)) return []
    const before = [ir.condition, ...order.slice(0, position).map(({ clause }) => clause.part)]
    return [{ name, section, operands: [...condition, ...operandsIn(part, before)] }]
  })
}

type EvaluateClosure = (closure: Closure) => unknown
/** Creates a function that runs closures after the LETs of these parts, on a scope of its own. */
function createFrames(parts: readonly IrPart[], table: SlotTable, locals: number): (scope: Scope) => EvaluateClosure {
  const steps = parts.map(part =>
    part.statements.flatMap(statement =>
      statement.kind === 'let' ? [{ index: statement.index, value: emitClosure(statement.value, table) }] : [],
    ),
  )
  return scope => {
    const own = forkScope(scope)
    const memo = readMemo(own, table)
    const frame = newFrame(locals)
    for (const step of steps) {
      try {
        for (const { index, value } of step) frame[index] = value(own, memo, frame)
      } catch (thrown) {
        if (!(thrown instanceof EvaluationError || thrown instanceof PendingRead)) throw thrown
      }
    }
    return each => {
      try {
        return each(own, memo, frame)
      } catch (thrown) {
        if (!(thrown instanceof EvaluationError || thrown instanceof PendingRead)) throw thrown
        return undefined
      }
    }
  }
}

function createOperand(
  text: string,
  ir: Ir,
  lets: ReadonlyMap<number, Ir>,
  table: SlotTable,
  frames: (scope: Scope) => EvaluateClosure,
): Operand {
  const found = {
    slots: new Set<number>(),
    scores: new Set<'risk' | 'bot'>(),
    constants: new Set<string | number | boolean>(),
    comparisons: [] as { a: Closure; b: Closure }[],
  }
  walkIr(ir, lets, (node, own) => {
    if (node.op === 'slot') found.slots.add(node.slot)
    else if (node.op === 'score') found.scores.add(node.model)
    else if (node.op === 'const' && node.value !== null) found.constants.add(node.written ?? node.value)
    else if (node.op === 'compare' && own)
      found.comparisons.push({ a: emitClosure(node.a, table), b: emitClosure(node.b, table) })
  })
  const test = emitClosure(ir, table)
  return {
    text,
    slots: [...found.slots].flatMap(slot => table.slots[slot] ?? []),
    scores: [...found.scores],
    constants: [...found.constants],
    test(scope) {
      const value = frames(scope)(test)
      return typeof value === 'boolean' ? value : null
    },
    distances(scope) {
      const run = frames(scope)
      return found.comparisons.map(({ a, b }) => {
        const [left, right] = [run(a), run(b)]
        return typeof left === 'number' && typeof right === 'number' ? left - right : null
      })
    },
  }
}

/** Visits a tree with the values of its LETs and the code of its functions; `own` is false in there. */
function walkIr(ir: Ir, lets: ReadonlyMap<number, Ir>, visit: (node: Ir, own: boolean) => void): void {
  const seen = new Set<unknown>()
  const walk = (node: Ir, known: ReadonlyMap<number, Ir>, own: boolean): void => {
    visit(node, own)
    if (node.op === 'local') {
      const value = known.get(node.index)
      if (value === undefined || seen.has(value)) return
      seen.add(value)
      walk(value, known, own)
      return
    }
    if (node.op === 'invoke' && !seen.has(node.property)) {
      seen.add(node.property)
      const inner = new Map(node.property.lets.map(each => [each.index, each.value]))
      for (const each of node.property.lets) walk(each.value, inner, false)
      walk(node.property.result, inner, false)
    }
    for (const child of childrenOf(node)) walk(child, known, own)
  }
  walk(ir, lets, true)
}

function childrenOf(node: Ir): readonly Ir[] {
  switch (node.op) {
    case 'not':
    case 'isNull':
    case 'neg':
    case 'text':
    case 'lenient':
    case 'prop':
    case 'guard':
      return [node.a]
    case 'and':
    case 'or':
    case 'array':
    case 'record':
      return node.items
    case 'cond':
      return [node.test, node.yes, node.no]
    case 'compare':
    case 'sameText':
    case 'arith':
    case 'union':
    case 'concat':
      return [node.a, node.b]
    case 'call':
      // The name of a list or a column is no value that an attribute could have.
      return node.args.filter((_, index) => node.entry.params[index]?.constant === undefined)
    case 'invoke':
      return node.args
    case 'item':
      return [node.a, node.index]
    case 'key':
      return [node.a, node.name]
    case 'atom':
      return [node.body]
    default:
      return []
  }
}
