import type { IrPart, IrRule, SlotTable } from '../lower/ir.ts'
import type { ClauseOutcome } from '../types/outcome-types.ts'
import type { Scope } from '../types/scope-types.ts'
import { runtime } from './code-runtime.ts'
import { CodeWriter } from './code-writer.ts'

export interface GeneratedRule {
  condition: (scope: Scope) => boolean
  clauses: readonly ((scope: Scope) => ClauseOutcome)[]
}

/** Cost of a rule up to which its code is one function; the parts of a larger one have functions of their own. */
const maxWholeCost = 5000

/** Compiles one rule, and yields after each part. `prepare` must be the memo builder of the same slot table. */
export function* emitRuleCode(
  rule: IrRule,
  table: SlotTable,
  prepare: (scope: Scope) => unknown,
): Generator<undefined, GeneratedRule> {
  const all = rule.clauses.map((_, index) => index)
  const cost = rule.clauses.reduce((sum, { part }) => sum + part.cost, rule.condition.cost)
  // The compiler of JavaScript cannot be interrupted: a function of five megabytes takes it half a second.
  if (cost <= maxWholeCost) return yield* emitParts(rule, all, table, prepare)
  const { condition } = yield* emitParts(rule, [], table, prepare)
  const clauses: GeneratedRule['clauses'][number][] = []
  for (const index of all) clauses.push(...(yield* emitParts(rule, [index], table, prepare, false)).clauses)
  return { condition, clauses }
}

/** Compiles some of the clauses, and the condition: an empty one without `withCondition`. */
function* emitParts(
  rule: IrRule,
  indices: readonly number[],
  table: SlotTable,
  prepare: (scope: Scope) => unknown,
  withCondition = true,
): Generator<undefined, GeneratedRule> {
  const writer = new CodeWriter()
  const usesFrame = rule.locals > 0
  const partName = (index: number): string => writer.constant(index < 0 ? rule.condition : rule.clauses[index]?.part)
  const memo = `const m=s.memoOwner===T?s.memo:P(s)`
  const budget = (part: IrPart): string => `if((s.steps+=${part.cost})>s.nextCheck)R.tick(s);`
  const condition = (part: IrPart): string => {
    const name = partName(-1)
    if (part.statements.length === 0)
      return `function condition(s){${usesFrame ? 'R.frameOf(s,rule,true);' : ''}return true}`
    const frame = (fresh: string): string => (usesFrame ? `,f=R.frameOf(s,rule,${fresh})` : ',f=null')
    if (!part.waits)
      return `function condition(s){let w=true;try{${memo}${frame('true')};${budget(part)}\n${writer.statements(part)}\nreturn w}catch(e){return R.stoppedCondition(s,0,w,e,${name})}}`
    return `function condition(s){const part=${name};let w=true,q=0;try{const r=R.resumed(s,part);if(r===null){${budget(part)}}else{q=r.at;w=r.state}
${memo}${frame('r===null')};\n${writer.statements(part)}\nR.drainedErrors(s,part);return w}catch(e){return R.stoppedCondition(s,q,w,e,part)}}`
  }
  const frame = usesFrame ? ',f=R.frameOf(s,rule,false)' : ',f=null'
  const first = condition(withCondition ? rule.condition : { ...rule.condition, statements: [] })
  const clauses: string[] = []
  for (const index of indices) {
    const part = rule.clauses[index]?.part
    if (part === undefined) continue
    yield
    clauses.push(
      part.waits
        ? `function(s){const part=${partName(index)};let o=N,q=0;try{const r=R.resumed(s,part);if(r===null){${budget(part)}}else{q=r.at;o=r.state}
${memo}${frame};\n${writer.statements(part)}\nreturn R.drained(o,s,part)}catch(e){return R.stopped(o,s,q,e,part)}}`
        : `function(s){let o=N;try{${memo}${frame};${budget(part)}\n${writer.statements(part)}\nreturn o}catch(e){return R.stopped(o,s,0,e,${partName(index)})}}`,
    )
  }
  const names = writer.constants.map((_, index) => `c${index}=K[${index}]`)
  const source = `"use strict";const N=R.nothing;${names.length > 0 ? `const ${names.join(',')};` : ''}\n${writer.helpers.join('\n')}\n${first}\nreturn {condition,clauses:[${clauses.join(',\n')}]}`
  // The only place that generates code; all texts are passed as JSON or by reference.
  const make = new Function('R', 'T', 'P', 'K', 'rule', source) as (...args: unknown[]) => GeneratedRule
  return make(runtime, table, prepare, writer.constants, rule)
}
