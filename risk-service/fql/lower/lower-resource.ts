import type { FunctionEntry } from '../functions/function-entry.ts'
import { type Arg, type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import {
  callAssessment,
  callExternal,
  diagnosticsOf,
  diagnosticsOfValue,
  readVelocity,
  velocityReadKey,
} from '../runtime/read-resource.ts'
import { isValidWindow, windowLength, windowRange } from '../runtime/windows.ts'
import type {
  CallResult,
  ExternalAssessmentInfo,
  ExternalCallInfo,
  VelocityInfo,
  VelocityWindow,
} from '../types/resource-readers.ts'
import type { Scope } from '../types/scope-types.ts'
import { countReference, type LoweringContext, outsideAtom, reject, type TypedExpression } from './context.ts'
import type { Ir } from './ir.ts'
import { findDefinition, functionsAt, isName, lowerFunctionProperty, memberWithoutArguments } from './lower-function.ts'
import { coerce, toJson } from './lower-value.ts'

/*
 * References to velocities, external calls, external assessments and functions.
 */

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

/** Lowers a reference to a resource; null for any other member. */
export function lowerResource(context: LoweringContext, expr: ExprOf<'member'>): TypedExpression | null {
  const nameTo = expr.at + expr.name.length
  const { object } = expr
  if (isName(object, 'velocity')) return lowerVelocity(context, expr, nameTo)
  if (isName(object, 'external')) return lowerExternalCall(context, expr, nameTo)
  if (isName(object, 'assessments')) {
    const info = context.env.externalAssessments?.get(expr.name.toLowerCase())
    if (info === undefined)
      return reject(context, 'FQL2007', expr.at, nameTo, { kind: 'External assessment', n: expr.name })
    return reject(context, 'FQL2002', expr.at, nameTo, {
      f: expr.name,
      sig: `Assessments.${info.name}.Evaluate(name = value, …)`,
    })
  }
  const target = memberWithoutArguments(object, 'assessments')
  if (target !== null) return lowerExternalAssessment(context, expr, target)
  const scope = functionsAt(context, object)
  if (scope !== null) {
    const definition = findDefinition(context, expr, scope)
    return reject(context, 'FQL2003', expr.at, nameTo, {
      A: 'Function',
      B: 'a value',
      cast: `.${definition.properties[0]?.name ?? ''}`,
    })
  }
  if (object.kind !== 'member') return null
  const functions = functionsAt(context, object.object)
  return functions === null
    ? null
    : lowerFunctionProperty(context, expr, object, findDefinition(context, object, functions))
}

function lowerVelocity(context: LoweringContext, expr: ExprOf<'member'>, nameTo: number): TypedExpression {
  const info = context.env.velocities?.get(expr.name.toLowerCase())
  if (info === undefined) return reject(context, 'FQL2007', expr.at, nameTo, { kind: 'Velocity', n: expr.name })
  const [key, second, extra] = expr.args ?? []
  if (key === undefined || second === undefined || extra !== undefined || key.name !== null || second.name !== null)
    return reject(context, 'FQL2002', expr.at, nameTo, {
      f: expr.name,
      sig: `Velocity.${info.name}(String key, window)`,
    })
  const literal = stripParentheses(second.value)
  if (literal.kind !== 'window') return reject(context, 'FQL2008', second.from, second.to)
  const window: VelocityWindow = { count: literal.count, unit: literal.unit }
  if (!isValidWindow(window)) return reject(context, 'FQL2009', second.from, second.to, { range: windowRange })
  countReference(context, 'velocity', expr.name, expr.at, nameTo)
  context.waits = true
  if (window.unit === 's' || window.unit === 'm') context.slots.fineVelocities.add(info)
  context.slots.longestWindows.set(info, Math.max(context.slots.longestWindows.get(info) ?? 0, windowLength(window)))
  const keyPrefix = velocityReadKey(info as VelocityInfo, window)
  const entry = resourceEntry(info.name, 'Double', (scope: Scope, at: number, key: string) =>
    readVelocity(scope, at, info as VelocityInfo, window, keyPrefix, key),
  )
  const group = coerce(context, context.recurse.value(context, key.value), 'String', key.from)
  if (group.op === 'slot') context.slots.prefetchableReads.push({ velocity: info, window, slot: group.slot })
  return { ir: { op: 'call', entry, args: [group], at: expr.at }, type: 'Double', expr }
}

function lowerExternalCall(context: LoweringContext, expr: ExprOf<'member'>, nameTo: number): TypedExpression {
  const info = context.env.externalCalls?.get(expr.name.toLowerCase())
  if (info === undefined) return reject(context, 'FQL2007', expr.at, nameTo, { kind: 'External call', n: expr.name })
  const { args } = expr
  if (args === null || args.length !== info.parameters.length || args.some(arg => arg.name !== null)) {
    return reject(context, 'FQL2002', expr.at, nameTo, {
      f: expr.name,
      sig: `External.${info.name}(${info.parameters.map(name => `String ${name}`).join(', ')})`,
    })
  }
  countReference(context, 'external call', expr.name, expr.at, nameTo)
  const entry = resourceEntry(info.name, 'JSON', (scope: Scope, _at: number, ...values: string[]) =>
    callExternal(scope, info as ExternalCallInfo, values),
  )
  return callResponse(
    context,
    {
      op: 'call',
      entry,
      args: args.map(arg => coerce(context, context.recurse.value(context, arg.value), 'String', arg.from)),
      at: expr.at,
    },
    expr,
  )
}

function lowerExternalAssessment(
  context: LoweringContext,
  expr: ExprOf<'member'>,
  target: ExprOf<'member'>,
): TypedExpression {
  const nameTo = expr.at + expr.name.length
  const info = context.env.externalAssessments?.get(target.name.toLowerCase())
  if (info === undefined)
    return reject(context, 'FQL2007', target.at, target.at + target.name.length, {
      kind: 'External assessment',
      n: target.name,
    })
  const method = methodByName[expr.name.toLowerCase()]
  if (method === undefined)
    return reject(context, 'FQL2004', expr.at, nameTo, { T: 'External assessment', n: expr.name })
  const sig = method === 'observe' ? 'Observe(observation, name = value, …)' : `${expr.name}(name = value, …)`
  if (expr.args === null) return reject(context, 'FQL2002', expr.at, nameTo, { f: expr.name, sig })
  countReference(context, 'external assessment', target.name, target.at, target.at + target.name.length)
  let args: readonly Arg[] = expr.args
  let observation: Ir = { op: 'const', value: null }
  const first = args[0]
  if (method === 'observe') {
    if (first === undefined || first.name !== null)
      return reject(context, 'FQL2002', expr.at, nameTo, { f: expr.name, sig })
    observation = coerce(context, context.recurse.value(context, first.value), 'String', first.from)
    args = args.slice(1)
  }
  const seen = new Set<string>()
  for (const arg of args) {
    if (arg.name === null || seen.has(arg.name.toLowerCase()))
      reject(context, 'FQL2002', arg.from, arg.to, { f: expr.name, sig })
    seen.add(arg.name?.toLowerCase() ?? '')
  }
  const isBase = (arg: Arg): boolean =>
    arg.name?.toLowerCase() === 'baseinput' && context.text.charAt(arg.nameFrom) === '$'
  const base = args.find(isBase)
  const pairs = args.filter(arg => !isBase(arg))
  const body: Ir = {
    op: 'record',
    keys: pairs.map(arg => arg.name ?? ''),
    items: pairs.map(arg => outsideAtom(context, () => toJson(context, arg.value))),
  }
  const entry = resourceEntry(
    info.name,
    'JSON',
    (scope: Scope, _at: number, name: string | null, from: unknown, over: Record<string, unknown>) =>
      callAssessment(scope, info as ExternalAssessmentInfo, method, name, from, over),
  )
  return callResponse(
    context,
    {
      op: 'call',
      entry,
      args: [observation, base === undefined ? { op: 'const', value: null } : toJson(context, base.value), body],
      at: target.at,
    },
    expr,
  )
}

/** Lowers the JSON response of a call; the whole result stays available for GetDiagnostics. */
function callResponse(context: LoweringContext, call: Ir, expr: Expr): TypedExpression {
  context.waits = true
  return { ...lowerResponse(call, expr), result: call }
}

/** Returns the response in the whole result of a call. */
export function lowerResponse(result: Ir, expr: Expr): TypedExpression {
  return { ir: { op: 'call', entry: responseEntry, args: [result], at: expr.at }, type: 'JSON', expr, result }
}

/** Lowers `GetDiagnostics()` of a response. */
export function lowerDiagnostics(object: TypedExpression, expr: ExprOf<'member'>): TypedExpression {
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
