import { type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import { type ConversionSource, declaredDefault } from '../runtime/read-resource.ts'
import type { FunctionDefinition } from '../types/resource-readers.ts'
import {
  countReference,
  type LoweringContext,
  reject,
  rejectType,
  type StaticType,
  type TypedExpression,
} from './context.ts'
import type { Ir } from './ir.ts'
import { coerce } from './lower-value.ts'

/*
 * References to functions of this environment and of those above: `Functions.name(...).property`.
 */

export const valueTypeByDeclaredType = {
  Boolean: 'Bool',
  DateTime: 'DateTime',
  Double: 'Double',
  Integer: 'Int',
  String: 'String',
} as const

/** Returns how a value of a static type is converted to a declared type; null when no conversion exists. */
export function conversionSourceOf(type: StaticType): ConversionSource | null {
  return type === 'CharSet' || type === 'Pattern' || type === 'Null'
    ? null
    : type === 'DateTime' || type === 'TimeSpan'
      ? type
      : 'Json'
}

export const isName = (expr: Expr, name: string): boolean => expr.kind === 'name' && expr.name.toLowerCase() === name
/** Returns `Space.name` without parentheses. */
export const memberWithoutArguments = (expr: Expr, space: string): ExprOf<'member'> | null =>
  expr.kind === 'member' && expr.args === null && isName(expr.object, space) ? expr : null

/**
 * Returns the functions in the scope of a prefix: `Functions`, `Functions.root`, `Functions.parent`,
 * `Functions.environment["id"]`.
 */
export function functionsAt(context: LoweringContext, expr: Expr): ReadonlyMap<string, FunctionDefinition> | null {
  const scopes = context.env.functions
  const none = new Map<string, FunctionDefinition>()
  if (isName(expr, 'functions')) return scopes?.own ?? none
  const prefix = memberWithoutArguments(expr, 'functions')
  if (prefix !== null) {
    const scope = prefix.name.toLowerCase()
    return scope === 'root' ? (scopes?.root ?? none) : scope === 'parent' ? (scopes?.parent ?? none) : null
  }
  if (expr.kind !== 'index' || memberWithoutArguments(expr.object, 'functions')?.name.toLowerCase() !== 'environment')
    return null
  const id = stripParentheses(expr.index)
  if (id.kind !== 'string') return reject(context, 'FQL2008', expr.index.from, expr.index.to)
  return scopes?.environments?.get(id.value.toLowerCase()) ?? none
}

/** Returns the called function; an error when none has this name and number of arguments. */
export function findDefinition(
  context: LoweringContext,
  call: ExprOf<'member'>,
  functions: ReadonlyMap<string, FunctionDefinition>,
): FunctionDefinition {
  const nameTo = call.at + call.name.length
  const definition = functions.get(call.name.toLowerCase())
  if (definition === undefined) return reject(context, 'FQL2007', call.at, nameTo, { kind: 'Function', n: call.name })
  const { args } = call
  if (args === null || args.length !== definition.parameters.length || args.some(arg => arg.name !== null)) {
    return reject(context, 'FQL2002', call.at, nameTo, {
      f: call.name,
      sig: `${definition.name}(${definition.parameters.map(({ type, name }) => `${type} ${name}`).join(', ')})`,
    })
  }
  return definition
}

/** Lowers a property of a function's result. */
export function lowerFunctionProperty(
  context: LoweringContext,
  expr: ExprOf<'member'>,
  call: ExprOf<'member'>,
  definition: FunctionDefinition,
): TypedExpression {
  const property = definition.properties.find(each => each.name.toLowerCase() === expr.name.toLowerCase())
  if (property === undefined || expr.args !== null)
    return reject(context, 'FQL2004', expr.at, expr.at + expr.name.length, { T: definition.name, n: expr.name })
  const nameTo = call.at + call.name.length
  countReference(
    context,
    'function',
    `${call.object.from === call.from ? context.text.slice(call.from, call.at).toLowerCase().replace(/\s/g, '') : ''}${call.name}`,
    call.at,
    nameTo,
  )
  const lowered = context.recurse.property(context, definition, property)
  if (lowered.recursive) {
    context.recursive = true
    if (context.env.kind === 'function') reject(context, 'FQL2010', call.at, nameTo, { f: call.name })
  }
  if (lowered.waits) context.waits = true
  const args = (call.args ?? []).map((arg, index): Ir => {
    const parameter = definition.parameters[index]
    if (parameter === undefined) throw new Error('no parameter')
    const value = context.recurse.value(context, arg.value)
    const from = conversionSourceOf(value.type)
    if (from === null) return rejectType(context, value.type, 'String', arg.from, arg.to)
    return {
      op: 'guard',
      a: value.type === 'Attr' ? coerce(context, value, 'Any', arg.from) : value.ir,
      how: { from, to: parameter.type, fallback: declaredDefault(parameter.default, parameter.type) },
    }
  })
  return {
    ir: { op: 'invoke', property: lowered, args, site: context.slots.callSiteCount++ },
    type: valueTypeByDeclaredType[property.type],
    expr,
  }
}
