import type { FunctionEntry } from '../functions/function-entry.ts'
import type { Effect, Ir, IrPart, IrProperty, IrRule, IrStatement, SlotTable } from '../lower/ir.ts'
import { tick } from '../runtime/budget.ts'
import { lenient } from '../runtime/convert.ts'
import { fail } from '../runtime/evaluation-error.ts'
import { arithmetic, concat, item, local, member, record } from '../runtime/operators.ts'
import {
  anyElement,
  CROSS,
  convert,
  property,
  readFirst,
  readSlot,
  type Slot,
  type SlotType,
} from '../runtime/read-attribute.ts'
import { guard, invoke } from '../runtime/read-resource.ts'
import type { ClauseOutcome, Scope } from '../types.ts'
import { argumentFrame, frameOf, textForm } from './emit-closures.ts'
import {
  commit,
  decide,
  drained,
  drainedErrors,
  nothing,
  resumed,
  route,
  stopped,
  stoppedCondition,
} from './outcome.ts'

/** Everything generated code may touch. */
export const runtime = {
  arithInt: arithmetic.int,
  arithDouble: arithmetic.double,
  concat,
  item,
  member,
  record,
  local,
  lenient,
  textForm,
  fail,
  nothing,
  commit,
  decide,
  route,
  drained,
  drainedErrors,
  resumed,
  stopped,
  stoppedCondition,
  tick,
  frameOf,
  argumentFrame,
  guard,
  invoke,
  property,
  CROSS,
  convert,
  readFirst,
  readSlot,
  any: (
    scope: Scope,
    table: SlotTable,
    slots: readonly number[],
    at: number,
    memo: Record<string, unknown>,
    frame: unknown[],
    body: (scope: Scope, memo: Record<string, unknown>, frame: unknown[]) => boolean,
  ): boolean =>
    anyElement(
      scope,
      slots.flatMap(slot => table.slots[slot] ?? []),
      at,
      row => {
        const bound = { ...memo }
        slots.forEach((slot, index) => {
          bound[`a${slot}`] = row[index]
          const word = `k${slot >> 5}`
          bound[word] = (bound[word] as number) & ~(1 << (slot & 31))
        })
        return body(scope, bound, frame)
      },
    ),
}

const literal = (value: unknown): string => JSON.stringify(value)

/**
 * Generates straight-line JavaScript: `m` holds every attribute of the event, read once; constants and functions come
 * in by name.
 */
export class CodeWriter {
  readonly constants: unknown[] = []
  readonly helpers: string[] = []
  private readonly known = new Map<unknown, string>()
  private readonly properties = new Set<number>()
  /** Attributes that are known to cross no array where the code stands. */
  private from = 'm.'
  private plain: ReadonlySet<number> | null = null

  constant(value: unknown): string {
    const found = this.known.get(value)
    if (found !== undefined) return found
    const name = `c${this.constants.length}`
    this.constants.push(value)
    this.known.set(value, name)
    return name
  }

  expr(ir: Ir): string {
    const go = (node: Ir): string => this.expr(node)
    switch (ir.op) {
      case 'const':
        return typeof ir.value === 'number'
          ? ir.value < 0 || Object.is(ir.value, -0)
            ? `(${ir.value})`
            : String(ir.value)
          : literal(ir.value)
      case 'object':
        return this.constant(ir.value)
      case 'slot':
        return `${this.from}a${ir.slot}`
      case 'event':
        return 's.event'
      case 'score':
        return ir.model === 'risk' ? 's.riskScore' : 's.botScore'
      case 'local':
        return ir.sure ? `f[${ir.index}]` : `R.local(f,${ir.index},${ir.at})`
      case 'not':
        return `!${go(ir.a)}`
      case 'and':
        return `(${ir.items.map(go).join('&&')})`
      case 'or':
        return `(${ir.items.map(go).join('||')})`
      case 'cond':
        return `(${go(ir.test)}?${go(ir.yes)}:${go(ir.no)})`
      case 'compare':
        return `(${go(ir.a)}${ir.cmp === '==' ? '===' : ir.cmp === '!=' ? '!==' : ir.cmp}${go(ir.b)})`
      case 'sameText':
        return `(${go(ir.a)}.toLowerCase()${ir.negated ? '!==' : '==='}${go(ir.b)}.toLowerCase())`
      case 'isNull':
        return `((${go(ir.a)}??null)${ir.negated ? '!==' : '==='}null)`
      case 'arith':
        return `${ir.int ? 'R.arithInt' : 'R.arithDouble'}[${literal(ir.operator)}](${go(ir.a)},${go(ir.b)},${ir.at})`
      case 'neg':
        return `(0-${go(ir.a)})`
      case 'union':
        return `(${go(ir.a)}|${go(ir.b)})`
      case 'concat':
        return `R.concat(${go(ir.a)},${go(ir.b)},${ir.at})`
      case 'text':
        return `R.textForm.${ir.from}(${go(ir.a)})`
      case 'lenient':
        return `R.lenient.${ir.to}(${go(ir.a)})`
      case 'call':
        return this.call(ir.entry, ir.args, ir.at)
      case 'prop':
        return `R.member(${go(ir.a)},${literal(ir.name)})`
      case 'item':
        return `R.item(${go(ir.a)},${go(ir.index)})`
      case 'key':
        return `R.member(${go(ir.a)},${go(ir.name)})`
      case 'array':
        return `[${ir.items.map(each => `${go(each)}??null`).join(',')}]`
      case 'record':
        return `R.record(${this.constant(ir.keys)},[${ir.items.map(go).join(',')}])`
      case 'guard':
        return `R.guard(()=>${go(ir.a)},${this.constant(ir.how)})`
      case 'invoke':
        return this.invoke(ir)
      case 'atom':
        return ir.slots.every(slot => this.plain?.has(slot)) ? this.expr(ir.body) : this.atom(ir)
    }
  }

  private call(entry: FunctionEntry, args: readonly Ir[], at: number): string {
    const head = entry.needs === 'scope' ? ['s', String(at)] : entry.needs === 'at' ? [String(at)] : []
    return `${this.constant(entry.run)}(${[...head, ...args.map(arg => this.expr(arg))].join(',')})`
  }

  /** The common case (no array crossed) runs inline; otherwise the same body runs per row. */
  private atom(ir: Extract<Ir, { op: 'atom' }>): string {
    const body = this.expr(ir.body)
    const name = `t${ir.id}`
    if (!this.helpers.some(helper => helper.startsWith(`function ${name}(`)))
      this.helpers.push(`function ${name}(s,m,f){return ${body}}`)
    return `(${crossingTest(ir.slots)}?R.any(s,T,${this.constant(ir.slots)},${ir.at},m,f,${name}):${body})`
  }

  /** An expression over attributes in local variables, none of which crosses an array. */
  plainExpr(ir: Ir, slots: ReadonlySet<number>): string {
    this.plain = slots
    this.from = ''
    const code = this.expr(ir)
    this.plain = null
    this.from = 'm.'
    return code
  }

  /** A condition; one look at the event tells whether any of its predicates crosses an array, which is rare. */
  condition(ir: Ir): string {
    const slots = new Set<number>()
    if (countAtoms(ir, slots) < 2) return this.expr(ir)
    const full = this.expr(ir)
    this.plain = slots
    const plain = this.expr(ir)
    this.plain = null
    return `(${crossingTest([...slots])}?${full}:${plain})`
  }

  /**
   * The code of a function's property, once per rule; attributes are those of the event, whatever rows the caller is
   * looking at.
   */
  private invoke({ property, args, site }: Extract<Ir, { op: 'invoke' }>): string {
    const name = `p${property.id}`
    if (!this.properties.has(property.id)) {
      this.properties.add(property.id)
      const { plain } = this
      this.plain = null
      const lets = property.lets.map(({ index, value }) => `f[${index}]=${this.expr(value)};`).join('')
      this.helpers.push(
        `function ${name}(s,v){const m=s.memoOwner===T?s.memo:P(s),f=R.argumentFrame(${this.constant(property)},v);${lets}return ${this.expr(property.result)}}`,
      )
      this.plain = plain
    }
    const p = this.constant(property satisfies IrProperty)
    return `R.invoke(s,${site},${p}.name,${p}.how,${p}.cost,[${args.map(arg => this.expr(arg)).join(',')}],${name})`
  }

  statement(statement: IrStatement, waits: boolean): string {
    if (statement.kind === 'let') return `f[${statement.index}]=${this.expr(statement.value)};`
    if (statement.kind === 'when') return `w=${this.condition(statement.when.ir)};`
    const { decision, queue, effects } = statement
    const value = (ir: Ir | null): string => (ir === null ? 'null' : this.expr(ir))
    const done = (outcome: string): string => (waits ? `return R.drained(${outcome},s,part);` : `return ${outcome};`)
    const decided =
      decision === null
        ? ''
        : `const x=${value(decision.reason)},y=${value(decision.supportMessage)},z=${value(decision.challengeType)};`
    const commit =
      effects.length > 0
        ? `o=R.commit(o,s,${this.constant(effects)},${this.pairs(effects)},${String(decision === null)});`
        : ''
    const end =
      queue !== null
        ? done(`R.route(o,${value(queue)})`)
        : decision === null
          ? ''
          : done(`R.decide(o,${literal(decision.kind)},x,y,z)`)
    return `${statement.when === null ? '' : `if(${this.condition(statement.when.ir)})`}{${decided}${commit}${end}}`
  }

  /** A part that waits goes on at the statement where it stopped. */
  statements(part: IrPart): string {
    return part.statements
      .map((statement, index) =>
        part.waits
          ? `if(q<=${index}){q=${index};${this.statement(statement, true)}}`
          : this.statement(statement, false),
      )
      .join('\n')
  }

  private pairs(effects: readonly Effect[]): string {
    return `[${effects.map(effect => `[${effect.values.map(value => this.expr(value)).join(',')}]`).join(',')}],[${effects.map(effect => (effect.section === null ? 'null' : this.expr(effect.section))).join(',')}]`
  }
}

/** Whether one of the slots goes through an array of the event, as code. */
export function crossingTest(slots: readonly number[], from = 'm.'): string {
  const words = new Map<number, number>()
  for (const slot of slots) words.set(slot >> 5, (words.get(slot >> 5) ?? 0) | (1 << (slot & 31)))
  return `(${[...words].map(([word, mask]) => `${from}k${word}&${mask}`).join('|')})!==0`
}

/**
 * Counts the atomic predicates of a condition (those of the logical operators, not those inside values) and collects
 * their slots.
 */
function countAtoms(ir: Ir, slots: Set<number>): number {
  switch (ir.op) {
    case 'atom':
      for (const slot of ir.slots) slots.add(slot)
      return 1
    case 'and':
    case 'or':
      return ir.items.reduce((sum, item) => sum + countAtoms(item, slots), 0)
    case 'not':
      return countAtoms(ir.a, slots)
    default:
      return 0
  }
}

export interface GeneratedRule {
  condition: (scope: Scope) => boolean
  clauses: readonly ((scope: Scope) => ClauseOutcome)[]
}

/** Compiles one rule. `prepare` must be the memo builder of the same slot table. */
export function emitRuleCode(rule: IrRule, table: SlotTable, prepare: (scope: Scope) => unknown): GeneratedRule {
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
  const first = condition(rule.condition)
  const clauses = rule.clauses.map(({ part }, index) =>
    part.waits
      ? `function(s){const part=${partName(index)};let o=N,q=0;try{const r=R.resumed(s,part);if(r===null){${budget(part)}}else{q=r.at;o=r.state}
${memo}${frame};\n${writer.statements(part)}\nreturn R.drained(o,s,part)}catch(e){return R.stopped(o,s,q,e,part)}}`
      : `function(s){let o=N;try{${memo}${frame};${budget(part)}\n${writer.statements(part)}\nreturn o}catch(e){return R.stopped(o,s,0,e,${partName(index)})}}`,
  )
  const names = writer.constants.map((_, index) => `c${index}=K[${index}]`)
  const source = `"use strict";const N=R.nothing;${names.length > 0 ? `const ${names.join(',')};` : ''}\n${writer.helpers.join('\n')}\n${first}\nreturn {condition,clauses:[${clauses.join(',\n')}]}`
  // The one place that generates code; all texts come in as JSON or by reference.
  const make = new Function('R', 'T', 'P', 'K', 'rule', source) as (...args: unknown[]) => GeneratedRule
  return make(runtime, table, prepare, writer.constants, rule)
}

const typeofBySlotType: Partial<Record<SlotType, string>> = { Double: 'number', String: 'string', Bool: 'boolean' }

/** Builds the function that reads every attribute of the table once per event. */
export function emitMemoReader(table: SlotTable): (scope: Scope) => unknown {
  let built = -1
  let build: (scope: Scope) => unknown = () => null
  return scope => {
    // Slots are known only after every rule of the set has been lowered; the first event builds the reader.
    if (built !== table.slots.length) {
      built = table.slots.length
      build = generateMemoReader(table)
      table.memoToLists = generateMemoLists(table)
    }
    scope.memo = build(scope)
    scope.memoOwner = table
    return scope.memo
  }
}

function generateMemoReader(table: SlotTable): (scope: Scope) => unknown {
  const words = Math.ceil(table.slots.length / 32)
  const lines = table.slots.map((slot, index) => `let a${index}=${emitSlotRead(slot, index)};`)
  const fixes = table.slots.map((slot, index) => {
    const cross =
      slot.quoted && slot.as !== 'json'
        ? `if(typeof a${index}==='object'&&a${index}!==null&&(a${index}===R.CROSS||Array.isArray(a${index}))){if(a${index}===R.CROSS||a${index}.length>0)k${index >> 5}|=${1 << (index & 31)};a${index}=R.convert(R.readFirst(e,T.slots[${index}],true),${literal(slot.as)})}else `
        : ''
    const kind = typeofBySlotType[slot.as]
    if (slot.as === 'json' || !slot.quoted) return ''
    return `${cross}${kind === undefined ? '' : `if(typeof a${index}!==${literal(kind)})`}a${index}=R.convert(a${index},${literal(slot.as)});`
  })
  const names = [
    ...table.slots.map((_, index) => `a${index}`),
    ...Array.from({ length: words }, (_, word) => `k${word}`),
  ]
  const source = `"use strict";
const p=R.property,h=Object.hasOwn;
function n(o,i){return o===R.CROSS?o:Array.isArray(o)?o[i]:undefined}
return function(s){const e=s.event;let ${['x', ...Array.from({ length: words }, (_, word) => `k${word}=0`)].join(',')};
${lines.join('\n')}
${fixes.join('\n')}
return {${names.join(',')}}}`
  const make = new Function('R', 'T', source) as (...args: unknown[]) => (scope: Scope) => unknown
  return make(runtime, table)
}

/** Turns what the reader gives into lists; made when it is first asked for. */
function generateMemoLists(table: SlotTable): SlotTable['memoToLists'] {
  let list: SlotTable['memoToLists'] | null = null
  return memo => {
    if (list === null) {
      const values = table.slots.map((_, index) => `m.a${index}`)
      const crossed = table.slots.map((_, index) => `(m.k${index >> 5}&${1 << (index & 31)})!==0`)
      list = new Function(
        'm',
        `"use strict";return {values:[${values.join(',')}],crossed:[${crossed.join(',')}]}`,
      ) as SlotTable['memoToLists']
    }
    return list(memo)
  }
}

/** One inline property load per step; anything unusual goes to the slow reader. */
function emitSlotRead(slot: Slot, index: number): string {
  if (slot.as === 'json' || !slot.quoted) return `R.readSlot(e,T.slots[${index}]).value`
  const steps = slot.steps.map(step => {
    if (typeof step === 'number') return `x=n(x,${step})`
    const key = literal(step)
    if (step === 'length' || /^\d/.test(step)) return `x=p(x,${key})`
    return `x=typeof x==='object'&&x!==null&&h(x,${key})?x[${key}]:p(x,${key})`
  })
  return `(x=e,${[...steps, 'x'].join(',')})`
}
