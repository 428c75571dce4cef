import type { FunctionEntry } from '../functions/function-entry.ts'
import { type Arg, type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import type {
  CallResult,
  ExternalAssessmentInfo,
  ExternalCallInfo,
  FunctionDefinition,
  FunctionProperty,
  VelocityInfo,
  VelocityWindow,
} from '../resource-readers.ts'
import {
  type ConversionSource,
  callAssessment,
  callExternal,
  declaredDefault,
  diagnosticsOf,
  diagnosticsOfValue,
  readVelocity,
  velocityReadKey,
} from '../runtime/read-resource.ts'
import { isValidWindow, windowLength, windowRange } from '../runtime/windows.ts'
import type { Scope } from '../scope-types.ts'
import type { Ir, IrProperty } from './ir.ts'
import { type StaticType, type TypedExpression, ValueLowerer } from './lower-value.ts'

export type ReferenceKind = 'function' | 'velocity' | 'external call' | 'list' | 'external assessment'
/** What the parts of one rule, function or velocity refer to, so that the limits of references can be kept. */
export class ReferenceLimits {
  private readonly seen = new Map<ReferenceKind, Set<string>>()
  private readonly limits: Partial<Record<ReferenceKind | 'all', number>>
  constructor(limits: Partial<Record<ReferenceKind | 'all', number>>) {
    this.limits = limits
  }

  /** The limit that one more reference breaks. */
  add(kind: ReferenceKind, name: string): { n: number; kind: string } | null {
    const known = this.seen.get(kind) ?? new Set<string>()
    known.add(name.toLowerCase())
    this.seen.set(kind, known)
    const limit = this.limits[kind]
    if (limit !== undefined && known.size > limit) return { n: limit, kind: `${kind}s` }
    const { all } = this.limits
    return all !== undefined && [...this.seen.values()].reduce((sum, each) => sum + each.size, 0) > all
      ? { n: all, kind: 'resources' }
      : null
  }
  get(kind: ReferenceKind): ReadonlySet<string> {
    return this.seen.get(kind) ?? new Set()
  }
}

const responseEntry: FunctionEntry = {
  name: 'response',
  params: [],
  result: 'JSON',
  description: '',
  run: (result: CallResult) => result.response ?? null,
}
const diagnosticsEntry: FunctionEntry = {
  name: 'GetDiagnostics',
  params: [],
  result: 'JSON',
  description: '',
  run: diagnosticsOf,
}
const anyDiagnosticsEntry: FunctionEntry = {
  name: 'GetDiagnostics',
  params: [],
  result: 'JSON',
  description: '',
  needs: 'scope',
  run: (scope: Scope, _at: number, value: unknown) => diagnosticsOfValue(scope, value),
}
const resourceEntry = (
  name: string,
  result: FunctionEntry['result'],
  run: (...args: never[]) => unknown,
): FunctionEntry => ({ name, params: [], result, description: '', needs: 'scope', run })
const methodByName: Readonly<Record<string, 'evaluate' | 'observe' | 'label'>> = {
  evaluate: 'evaluate',
  observe: 'observe',
  label: 'label',
}
const isName = (expr: Expr, name: string): boolean => expr.kind === 'name' && expr.name.toLowerCase() === name
/** `Space.name` without parentheses. */
const memberWithoutArguments = (expr: Expr, space: string): ExprOf<'member'> | null =>
  expr.kind === 'member' && expr.args === null && isName(expr.object, space) ? expr : null

/** References to velocities, external calls, external assessments and functions. */
export abstract class ResourceLowerer extends ValueLowerer {
  waits = false
  /** Calls, directly or through others, a function whose code is being lowered. */
  recursive = false

  /** The lowered code of a function's property. */
  protected abstract property(definition: FunctionDefinition, property: FunctionProperty): IrProperty

  protected use(kind: ReferenceKind, name: string, from: number, to: number): void {
    const over = this.uses.add(kind, name)
    if (over !== null) this.stop('FQL2013', from, to, over)
  }

  /** A reference to a resource; null when the member is something else. */
  protected resource(expr: ExprOf<'member'>): TypedExpression | null {
    const nameTo = expr.at + expr.name.length
    const { object } = expr
    if (isName(object, 'velocity')) return this.velocity(expr, nameTo)
    if (isName(object, 'external')) return this.external(expr, nameTo)
    if (isName(object, 'assessments')) {
      const known = this.env.externalAssessments?.get(expr.name.toLowerCase())
      if (known === undefined)
        return this.stop('FQL2007', expr.at, nameTo, { kind: 'External assessment', n: expr.name })
      return this.stop('FQL2002', expr.at, nameTo, {
        f: expr.name,
        sig: `Assessments.${known.name}.Evaluate(name = value, …)`,
      })
    }
    const target = memberWithoutArguments(object, 'assessments')
    if (target !== null) return this.assessment(expr, target)
    const scope = this.functionsOf(object)
    if (scope !== null) {
      const found = this.definition(expr, scope)
      return this.stop('FQL2003', expr.at, nameTo, {
        A: 'Function',
        B: 'a value',
        cast: `.${found.properties[0]?.name ?? ''}`,
      })
    }
    if (object.kind !== 'member') return null
    const functions = this.functionsOf(object.object)
    return functions === null ? null : this.functionProperty(expr, object, this.definition(object, functions))
  }

  private velocity(expr: ExprOf<'member'>, nameTo: number): TypedExpression {
    const info = this.env.velocities?.get(expr.name.toLowerCase())
    if (info === undefined) return this.stop('FQL2007', expr.at, nameTo, { kind: 'Velocity', n: expr.name })
    const [key, second, more] = expr.args ?? []
    if (key === undefined || second === undefined || more !== undefined || key.name !== null || second.name !== null)
      return this.stop('FQL2002', expr.at, nameTo, { f: expr.name, sig: `Velocity.${info.name}(String key, window)` })
    const literal = stripParentheses(second.value)
    if (literal.kind !== 'window') return this.stop('FQL2008', second.from, second.to)
    const window: VelocityWindow = { count: literal.count, unit: literal.unit }
    if (!isValidWindow(window)) return this.stop('FQL2009', second.from, second.to, { range: windowRange })
    this.use('velocity', expr.name, expr.at, nameTo)
    this.waits = true
    if (window.unit === 's' || window.unit === 'm') this.slots.fineVelocities.add(info)
    this.slots.longestWindows.set(info, Math.max(this.slots.longestWindows.get(info) ?? 0, windowLength(window)))
    const asked = velocityReadKey(info as VelocityInfo, window)
    const entry = resourceEntry(info.name, 'Double', (scope: Scope, at: number, key: string) =>
      readVelocity(scope, at, info as VelocityInfo, window, asked, key),
    )
    const group = this.coerce(this.inferAny(key.value), 'String', key.from)
    if (group.op === 'slot') this.slots.prefetchableReads.push({ velocity: info, window, slot: group.slot })
    return { ir: { op: 'call', entry, args: [group], at: expr.at }, type: 'Double', expr }
  }

  private external(expr: ExprOf<'member'>, nameTo: number): TypedExpression {
    const info = this.env.externalCalls?.get(expr.name.toLowerCase())
    if (info === undefined) return this.stop('FQL2007', expr.at, nameTo, { kind: 'External call', n: expr.name })
    const { args } = expr
    if (args === null || args.length !== info.parameters.length || args.some(arg => arg.name !== null)) {
      return this.stop('FQL2002', expr.at, nameTo, {
        f: expr.name,
        sig: `External.${info.name}(${info.parameters.map(name => `String ${name}`).join(', ')})`,
      })
    }
    this.use('external call', expr.name, expr.at, nameTo)
    const entry = resourceEntry(info.name, 'JSON', (scope: Scope, _at: number, ...values: string[]) =>
      callExternal(scope, info as ExternalCallInfo, values),
    )
    return this.response(
      {
        op: 'call',
        entry,
        args: args.map(arg => this.coerce(this.inferAny(arg.value), 'String', arg.from)),
        at: expr.at,
      },
      expr,
    )
  }

  private assessment(expr: ExprOf<'member'>, target: ExprOf<'member'>): TypedExpression {
    const nameTo = expr.at + expr.name.length
    const info = this.env.externalAssessments?.get(target.name.toLowerCase())
    if (info === undefined)
      return this.stop('FQL2007', target.at, target.at + target.name.length, {
        kind: 'External assessment',
        n: target.name,
      })
    const method = methodByName[expr.name.toLowerCase()]
    if (method === undefined) return this.stop('FQL2004', expr.at, nameTo, { T: 'External assessment', n: expr.name })
    const sig = method === 'observe' ? 'Observe(observation, name = value, …)' : `${expr.name}(name = value, …)`
    if (expr.args === null) return this.stop('FQL2002', expr.at, nameTo, { f: expr.name, sig })
    this.use('external assessment', target.name, target.at, target.at + target.name.length)
    let args: readonly Arg[] = expr.args
    let observation: Ir = { op: 'const', value: null }
    const first = args[0]
    if (method === 'observe') {
      if (first === undefined || first.name !== null)
        return this.stop('FQL2002', expr.at, nameTo, { f: expr.name, sig })
      observation = this.coerce(this.inferAny(first.value), 'String', first.from)
      args = args.slice(1)
    }
    const seen = new Set<string>()
    for (const arg of args) {
      if (arg.name === null || seen.has(arg.name.toLowerCase()))
        this.stop('FQL2002', arg.from, arg.to, { f: expr.name, sig })
      seen.add(arg.name?.toLowerCase() ?? '')
    }
    const isBase = (arg: Arg): boolean =>
      arg.name?.toLowerCase() === 'baseinput' && this.text.charAt(arg.nameFrom) === '$'
    const base = args.find(isBase)
    const pairs = args.filter(arg => !isBase(arg))
    const body: Ir = {
      op: 'record',
      keys: pairs.map(arg => arg.name ?? ''),
      items: pairs.map(arg => this.outside(() => this.json(arg.value))),
    }
    const entry = resourceEntry(
      info.name,
      'JSON',
      (scope: Scope, _at: number, name: string | null, from: unknown, over: Record<string, unknown>) =>
        callAssessment(scope, info as ExternalAssessmentInfo, method, name, from, over),
    )
    return this.response(
      {
        op: 'call',
        entry,
        args: [observation, base === undefined ? { op: 'const', value: null } : this.json(base.value), body],
        at: target.at,
      },
      expr,
    )
  }

  /** The JSON response of a call; the whole result stays at hand for GetDiagnostics. */
  private response(call: Ir, expr: Expr): TypedExpression {
    this.waits = true
    return { ...this.responseOf(call, expr), result: call }
  }
  protected responseOf(result: Ir, expr: Expr): TypedExpression {
    return { ir: { op: 'call', entry: responseEntry, args: [result], at: expr.at }, type: 'JSON', expr, result }
  }
  protected diagnosticsOf(object: TypedExpression, expr: ExprOf<'member'>): TypedExpression {
    return {
      ir: {
        op: 'call',
        entry: object.result === undefined ? anyDiagnosticsEntry : diagnosticsEntry,
        args: [object.result ?? object.ir],
        at: expr.at,
      },
      type: 'JSON',
      expr,
    }
  }

  /** Functions a prefix reaches: `Functions`, `Functions.root`, `Functions.parent`, `Functions.environment["id"]`. */
  private functionsOf(expr: Expr): ReadonlyMap<string, FunctionDefinition> | null {
    const known = this.env.functions
    const none = new Map<string, FunctionDefinition>()
    if (isName(expr, 'functions')) return known?.own ?? none
    const prefix = memberWithoutArguments(expr, 'functions')
    if (prefix !== null) {
      const place = prefix.name.toLowerCase()
      return place === 'root' ? (known?.root ?? none) : place === 'parent' ? (known?.parent ?? none) : null
    }
    if (expr.kind !== 'index' || memberWithoutArguments(expr.object, 'functions')?.name.toLowerCase() !== 'environment')
      return null
    const id = stripParentheses(expr.index)
    if (id.kind !== 'string') return this.stop('FQL2008', expr.index.from, expr.index.to)
    return known?.environments?.get(id.value.toLowerCase()) ?? none
  }

  private definition(call: ExprOf<'member'>, functions: ReadonlyMap<string, FunctionDefinition>): FunctionDefinition {
    const nameTo = call.at + call.name.length
    const found = functions.get(call.name.toLowerCase())
    if (found === undefined) return this.stop('FQL2007', call.at, nameTo, { kind: 'Function', n: call.name })
    const { args } = call
    if (args === null || args.length !== found.parameters.length || args.some(arg => arg.name !== null)) {
      return this.stop('FQL2002', call.at, nameTo, {
        f: call.name,
        sig: `${found.name}(${found.parameters.map(({ type, name }) => `${type} ${name}`).join(', ')})`,
      })
    }
    return found
  }

  private functionProperty(
    expr: ExprOf<'member'>,
    call: ExprOf<'member'>,
    definition: FunctionDefinition,
  ): TypedExpression {
    const property = definition.properties.find(each => each.name.toLowerCase() === expr.name.toLowerCase())
    if (property === undefined || expr.args !== null)
      return this.stop('FQL2004', expr.at, expr.at + expr.name.length, { T: definition.name, n: expr.name })
    const nameTo = call.at + call.name.length
    this.use(
      'function',
      `${call.object.from === call.from ? this.text.slice(call.from, call.at).toLowerCase().replace(/\s/g, '') : ''}${call.name}`,
      call.at,
      nameTo,
    )
    const lowered = this.property(definition, property)
    if (lowered.recursive) {
      this.recursive = true
      if (this.env.kind === 'function') this.stop('FQL2010', call.at, nameTo, { f: call.name })
    }
    if (lowered.waits) this.waits = true
    const args = (call.args ?? []).map((arg, index): Ir => {
      const parameter = definition.parameters[index]
      if (parameter === undefined) throw new Error('no parameter')
      const value = this.inferAny(arg.value)
      const from = conversionSourceOf(value.type)
      if (from === null) return this.mismatch(value.type, 'String', arg.from, arg.to)
      return {
        op: 'guard',
        a: value.type === 'Attr' ? this.coerce(value, 'Any', arg.from) : value.ir,
        how: { from, to: parameter.type, fallback: declaredDefault(parameter.default, parameter.type) },
      }
    })
    return {
      ir: { op: 'invoke', property: lowered, args, site: this.slots.callSiteCount++ },
      type: valueTypeByDeclaredType[property.type],
      expr,
    }
  }
}

export const valueTypeByDeclaredType = {
  Boolean: 'Bool',
  DateTime: 'DateTime',
  Double: 'Double',
  Integer: 'Int',
  String: 'String',
} as const

/** How a value of a static type becomes one of a declared type; null when it never does. */
export function conversionSourceOf(type: StaticType): ConversionSource | null {
  return type === 'CharSet' || type === 'Pattern' || type === 'Null'
    ? null
    : type === 'DateTime' || type === 'TimeSpan'
      ? type
      : 'Json'
}
