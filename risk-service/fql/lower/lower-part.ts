import type { CheckEnvironment } from '../check-environment.ts'
import { createDiagnostic, type Diagnostic } from '../diagnostics.ts'
import { parse } from '../parse/parse.ts'
import { scan } from '../parse/scan.ts'
import { type Expr, type Statement, stripParentheses } from '../parse/syntax-tree.ts'
import type { FunctionDefinition, FunctionProperty } from '../resource-readers.ts'
import type { PartContext, Section } from '../rule-source.ts'
import { CROSS, parseAttributePath, readFirst, readPath } from '../runtime/read-attribute.ts'
import { declaredDefault } from '../runtime/read-resource.ts'
import type { Ir, IrPart, IrProperty, IrStatement, SlotTable, When } from './ir.ts'
import { ActionLowerer } from './lower-action.ts'
import { LoweringError, type Variable } from './lower-expression.ts'
import { conversionSourceOf, ReferenceLimits, valueTypeByDeclaredType } from './lower-resource.ts'

const allowedStatements: Readonly<Record<string, readonly Statement['kind'][]>> = {
  condition: ['LET', 'WHEN'],
  decision: ['LET', 'OBSERVE', 'RETURN', 'DO'],
  postDecision: ['LET', 'DO'],
  routing: ['LET', 'ROUTETO'],
  velocity: ['LET', 'SELECT'],
  function: ['LET', 'RETURN'],
  action: ['LET', 'DO'],
}
const partPhrases: Readonly<Record<string, string>> = {
  condition: 'a condition',
  decision: 'a clause',
  postDecision: 'a post-decision action',
  routing: 'a routing rule',
  velocity: 'a velocity',
  function: 'a function',
  action: 'an action',
}
const requiredStatements: Readonly<Record<string, string>> = {
  decision: 'RETURN, OBSERVE or DO',
  postDecision: 'DO',
  routing: 'ROUTETO',
  velocity: 'SELECT',
  function: 'RETURN',
  action: 'DO',
}
const partSubjects: Readonly<Record<string, string>> = {
  velocity: 'The velocity',
  function: 'The property',
  action: 'The action',
}
const aggregateByFunction: Readonly<Record<string, SelectAggregate>> = {
  count: 'count',
  distinctcount: 'distinct',
  sum: 'sum',
}

/** Longest text of a condition; clauses may be as long as the parser reads. */
const maxConditionLength = 4000

export type SelectAggregate = 'count' | 'distinct' | 'sum'
/** What a SELECT says besides its expressions. */
export interface VelocitySelection {
  name: string
  from: number
  to: number
  aggregate: SelectAggregate
  events: readonly { assessment: string; observation: string | null }[]
}

export interface LoweredPart {
  part: IrPart
  problems: Diagnostic[]
  unconditional: { from: number; to: number } | null
  selection: VelocitySelection | null
}

/** Checks and lowers one part. */
export class PartLowerer extends ActionLowerer {
  private readonly context: PartContext
  private selection: VelocitySelection | null = null
  private result: { ir: Ir; type: Variable['type']; at: number } | null = null

  constructor(
    text: string,
    env: CheckEnvironment,
    slots: SlotTable,
    variables: Map<string, Variable>,
    part: number,
    section: Section,
    context: PartContext,
    uses: ReferenceLimits,
  ) {
    super(text, env, slots, variables, part, section, uses)
    this.context = context
  }

  run(): LoweredPart {
    const empty: IrPart = { text: this.text, statements: [], cost: 0, waits: false }
    const parsed = parse(this.text)
    const long =
      this.context === 'condition' && this.text.length > maxConditionLength
        ? createDiagnostic('FQL2009', this.text, maxConditionLength, this.text.length, {
            range: `at most ${maxConditionLength} characters`,
          })
        : null
    if (long !== null) return { part: empty, problems: [long], unconditional: null, selection: null }
    if (parsed.problem !== null)
      return { part: empty, problems: [parsed.problem], unconditional: null, selection: null }
    const errors: Diagnostic[] = []
    const statements: IrStatement[] = []
    let unconditional: LoweredPart['unconditional'] = null
    const seen = new Set<string>()
    let returned = false
    for (const statement of parsed.statements) {
      try {
        this.place(statement, seen, returned)
        returned = returned || statement.kind === 'RETURN'
        const made = this.statement(statement, statements)
        statements.push(made)
        if (
          statement.kind === 'RETURN' &&
          made.kind === 'act' &&
          (made.when === null || (made.when.ir.op === 'const' && made.when.ir.value === true))
        )
          unconditional = { from: statement.from, to: statement.from + 6 }
      } catch (thrown) {
        if (!(thrown instanceof LoweringError)) throw thrown
        errors.push(thrown.diagnostic)
        if (statement.variable !== null && !this.variables.has(statement.variable.name))
          this.define(statement.variable.name, 'JSON')
      }
    }
    if (this.context === 'clause' && !parsed.statements.some(statement => statement.kind !== 'LET')) {
      errors.push(
        createDiagnostic('FQL1009', this.text, 0, 0, {
          part: partSubjects[this.env.kind ?? 'decision'] ?? 'The clause',
          x: requiredStatements[this.env.kind ?? 'decision'] ?? 'a statement',
        }),
      )
    }
    return {
      part: { text: this.text, statements, cost: this.cost, waits: this.waits },
      problems: [...errors, ...this.warnings.sort((a, b) => a.from - b.from)],
      unconditional,
      selection: this.selection,
    }
  }

  /** A place in the frame; names with a blank are our own. */
  private define(name: string, type: Variable['type'], result?: number, reads?: Variable['reads']): number {
    const index = this.variables.size
    this.variables.set(name, {
      index,
      type,
      part: this.part,
      ...(result === undefined ? {} : { result }),
      ...(reads === undefined ? {} : { reads }),
    })
    return index
  }

  /** Statement order and count. */
  private place(statement: Statement, seen: Set<string>, returned: boolean): void {
    const kind = this.context === 'condition' ? 'condition' : (this.env.kind ?? 'decision')
    const at = (code: 'FQL1007' | 'FQL1008' | 'FQL1010'): never =>
      this.stop(code, statement.from, statement.from + statement.kind.length, {
        S: statement.kind,
        context: partPhrases[kind] ?? kind,
      })
    if (allowedStatements[kind]?.includes(statement.kind) !== true) at('FQL1007')
    if (statement.kind !== 'LET' && statement.kind !== 'DO' && seen.has(statement.kind)) at('FQL1008')
    if (returned) at('FQL1010')
    seen.add(statement.kind)
  }

  private statement(statement: Statement, before: IrStatement[]): IrStatement {
    const [first, ...rest] = statement.values
    if (statement.kind === 'LET') return this.let(statement, first, before)
    if (statement.kind === 'RETURN' && this.env.kind === 'function' && first !== undefined)
      return this.value(statement, first, rest)
    if (statement.kind === 'SELECT' && first !== undefined) return this.select(statement, first)
    if (statement.kind === 'WHEN' && statement.when !== null) return { kind: 'when', when: this.when(statement.when) }
    const act = first === undefined ? {} : this.act(statement.kind, first, rest)
    // The first error is the first of the text, although WHEN is the first to run.
    return {
      kind: 'act',
      when: statement.when === null ? null : this.when(statement.when),
      decision: null,
      queue: null,
      effects: [],
      ...act,
    }
  }

  private act(
    kind: Statement['kind'],
    first: Expr,
    rest: readonly Expr[],
  ): Partial<Extract<IrStatement, { kind: 'act' }>> {
    switch (kind) {
      case 'RETURN':
        return { decision: this.decision(first), effects: rest.map(call => this.observation(call)) }
      case 'OBSERVE':
        return { effects: [first, ...rest].map(call => this.observation(call)) }
      case 'DO':
        return { effects: [this.action(first)] }
      default:
        return { queue: this.queue(first) }
    }
  }

  private let(statement: Statement, value: Expr | undefined, before: IrStatement[]): IrStatement {
    const { variable } = statement
    if (variable === null || value === undefined) throw new Error('incomplete LET')
    if (this.variables.has(variable.name)) this.stop('FQL2006', variable.from, variable.to, { n: `$${variable.raw}` })
    const known = this.reads.length
    const typed = this.settle(this.inferAny(value))
    const reads = distinctReads(this.reads.slice(known))
    if (typed.result === undefined)
      return { kind: 'let', index: this.define(variable.name, typed.type, undefined, reads), value: typed.ir }
    // The whole result of a call is kept beside its response, for GetDiagnostics.
    const result = this.define(`${variable.name} result`, 'JSON')
    before.push({ kind: 'let', index: result, value: typed.result })
    return {
      kind: 'let',
      index: this.define(variable.name, 'JSON', result, reads),
      value: this.responseOf({ op: 'local', index: result, at: value.at, sure: true }, value).ir,
    }
  }

  /** RETURN of a function's property. */
  private value(statement: Statement, first: Expr, rest: readonly Expr[]): IrStatement {
    const call = rest[0]
    if (call !== undefined) {
      const name = call.kind === 'call' ? call.name : this.text.slice(call.from, call.to)
      this.stop('FQL2010', call.at, call.at + name.length, { f: name })
    }
    if (statement.when !== null) {
      const keyword = scan(this.text.slice(0, statement.when.from)).tokens.findLast(token => token.kind === 'word')
      this.stop('FQL1007', keyword?.from ?? statement.from, keyword?.to ?? statement.to, {
        S: 'WHEN',
        context: 'a function',
      })
    }
    const typed = this.settle(this.inferAny(first))
    if (conversionSourceOf(typed.type) === null) this.mismatch(typed.type, 'String', first.at, first.to)
    this.result = { ir: typed.ir, type: typed.type, at: first.at }
    return { kind: 'let', index: this.define(' result', typed.type), value: typed.ir }
  }

  /** Lowers the code of a function's property, once per set of rules. */
  protected property(definition: FunctionDefinition, property: FunctionProperty): IrProperty {
    const known = this.slots.properties.get(property)
    if (known !== undefined) return known
    const to = property.type
    const otherwise = declaredDefault(property.default, to)
    // A property that another one uses is lowered while that one is: its number is its own.
    const id = this.slots.propertyCount++
    const name = `${definition.name}.${property.name}`
    const broken: IrProperty = {
      id,
      name,
      lets: [],
      result: { op: 'const', value: null },
      locals: 0,
      how: { from: 'DateTime', to: 'Integer', fallback: otherwise },
      cost: 1,
      waits: false,
      recursive: false,
    }
    if (this.slots.functionsInProgress.has(definition)) return { ...broken, recursive: true }
    this.slots.functionsInProgress.add(definition)
    const made = lowerProperty(
      definition,
      property,
      {
        ...(definition.environment?.() ?? this.env),
        attributes: this.env.attributes,
        ...(this.env.legacyScores === undefined ? {} : { legacyScores: this.env.legacyScores }),
      },
      this.slots,
      this.section,
      new ReferenceLimits({}),
    )
    this.slots.functionsInProgress.delete(definition)
    const lowered: IrProperty =
      made.ir === null
        ? { ...broken, recursive: made.recursive }
        : { ...made.ir, id, name, how: { ...made.ir.how, fallback: otherwise } }
    this.slots.properties.set(property, lowered)
    return lowered
  }

  /** The code as it runs; null when it has errors. */
  code(
    type: FunctionProperty['type'],
    parameters: FunctionDefinition['parameters'],
  ): { ir: IrProperty | null; recursive: boolean; problems: Diagnostic[]; waits: boolean } {
    const found = new Map<string, { index: number; type: Variable['type'] }>()
    for (const parameter of parameters)
      found.set(parameter.name.toLowerCase(), {
        index: this.define(`${parameter.name} parameter`, valueTypeByDeclaredType[parameter.type]),
        type: valueTypeByDeclaredType[parameter.type],
      })
    this.parameters = found
    const { part, problems } = this.run()
    const { result, recursive } = this
    const bad = problems.some(problem => problem.severity === 'error')
    if (result === null || bad) return { ir: null, recursive, problems, waits: this.waits }
    return {
      recursive,
      problems,
      waits: this.waits,
      ir: {
        id: 0,
        name: '',
        lets: part.statements.flatMap(statement => (statement.kind === 'let' ? [statement] : [])).slice(0, -1),
        result: result.ir,
        locals: this.variables.size,
        how: { from: conversionSourceOf(result.type) ?? 'Json', to: type, fallback: null },
        cost: this.cost,
        waits: this.waits,
        recursive,
      },
    }
  }

  /** SELECT of a velocity: its group and value become an effect. */
  private select(statement: Statement, call: Expr): IrStatement {
    const { select } = statement
    const found = this.callOf(call, 'Count, DistinctCount or Sum')
    const aggregate = aggregateByFunction[found.name.toLowerCase()]
    if (select === null || aggregate === undefined)
      return this.stop('FQL1005', found.at, found.at + found.name.length, {
        x: 'Count, DistinctCount or Sum',
        t: found.name,
      })
    const arg = found.args[0]
    if (found.args.length !== (aggregate === 'count' ? 0 : 1) || (arg !== undefined && arg.name !== null)) {
      this.stop('FQL2002', found.at, found.at + found.name.length, {
        f: found.name,
        sig:
          aggregate === 'count' ? 'Count()' : aggregate === 'sum' ? 'Sum(Double value)' : 'DistinctCount(String key)',
      })
    }
    if (select.group === null)
      return this.stop('FQL1009', statement.from, statement.from + 6, { part: 'SELECT', x: 'GROUPBY' })
    for (const event of select.events) {
      const name = event.observation === null ? event.assessment : `${event.assessment}:${event.observation}`
      if (this.env.events !== undefined && !this.env.events.has(name.toLowerCase()))
        this.stop('FQL2001', event.from, event.to, { n: name })
    }
    const value =
      arg === undefined
        ? { op: 'const' as const, value: null }
        : this.coerce(this.inferAny(arg.value), aggregate === 'sum' ? 'Double' : 'String', arg.from)
    const { when: expr } = statement
    // Problems come in the order of the text.
    const early = expr !== null && expr.from < select.group.from ? this.when(expr) : null
    const [before, json] = [this.reads.length, this.jsonReads.length]
    const group = this.coerce(this.settle(this.inferAny(select.group)), 'String', select.group.at)
    if (
      this.env.sample !== undefined &&
      (this.reads.slice(before).some(({ slot }) => slot !== null && this.crosses(slot)) ||
        this.jsonReads.slice(json).some(slot => readPath(this.env.sample, slot) === CROSS))
    )
      this.stop('FQL2012', select.group.at, select.group.to)
    const when = expr === null ? null : (early ?? this.when(expr))
    const at = this.text.toLowerCase().lastIndexOf(select.name.toLowerCase(), select.events[0]?.from ?? statement.to)
    this.selection = {
      name: select.name,
      from: at,
      to: at + select.name.length,
      aggregate,
      events: select.events.map(({ assessment, observation }) => ({ assessment, observation })),
    }
    return {
      kind: 'act',
      when,
      decision: null,
      queue: null,
      effects: [{ kind: 'velocity', section: null, keys: ['group', 'value'], values: [group, value] }],
    }
  }

  private crosses(slot: Parameters<typeof readPath>[1]): boolean {
    const found = readPath(this.env.sample, slot)
    return (
      found === CROSS ||
      Array.isArray(found) ||
      Array.isArray(readFirst(this.env.sample, { ...slot, steps: parseAttributePath(slot.path) ?? [] }, false))
    )
  }

  private when(expr: Expr): When {
    const top = stripParentheses(expr)
    const operands = top.kind === 'logic' && top.op === '&&' ? top.operands : [top]
    const conjuncts = operands.map(operand => {
      const ir = this.bool(operand === top ? expr : operand)
      return {
        ir,
        from: operand.from,
        to: operand.to,
        reads: distinctReads(this.reads.filter(read => read.from >= operand.from && read.to <= operand.to)),
      }
    })
    const only = conjuncts[0]
    return {
      ir:
        conjuncts.length === 1 && only !== undefined
          ? only.ir
          : { op: 'and', items: conjuncts.map(conjunct => conjunct.ir) },
      conjuncts,
    }
  }
}

/** Most values that are shown for a condition or behind a variable. */
const maxReads = 20
/** Each text once. */
const distinctReads = <T extends { text: string }>(reads: readonly T[]): T[] =>
  [...new Map(reads.map(read => [read.text, read])).values()].slice(0, maxReads)

/** Checks and lowers the code of one property of a function. */
export function lowerProperty(
  definition: FunctionDefinition,
  property: FunctionProperty,
  env: CheckEnvironment,
  slots: SlotTable,
  section: Section,
  uses: ReferenceLimits,
): ReturnType<PartLowerer['code']> {
  return new PartLowerer(
    property.code,
    { ...env, kind: 'function' },
    slots,
    new Map(),
    0,
    section,
    'clause',
    uses,
  ).code(property.type, definition.parameters)
}
