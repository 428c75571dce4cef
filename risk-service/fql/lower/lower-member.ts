import type { FunctionEntry } from '../functions/function-entry.ts'
import { findFunction, findMember, namespaces } from '../functions/function-table.ts'
import type { ExprOf } from '../parse/syntax-tree.ts'
import { type LoweringContext, outsideAtom, reject, rejectType, type TypedExpression } from './context.ts'
import type { Ir } from './ir.ts'
import { lowerCall } from './lower-call.ts'
import { lowerDiagnostics, lowerResource } from './lower-resource.ts'
import { coerce, withStaticType } from './lower-value.ts'

/*
 * Members and indexes of resources, namespaces and values.
 */

/** Ends the analysis of the statement: the name is unknown. */
export function rejectUnknownName(context: LoweringContext, expr: ExprOf<'name'>): never {
  return reject(context, 'FQL2001', expr.from, expr.to, { n: expr.name })
}

/** Lowers a member: of a resource, of a namespace, or of a value. */
export function lowerMember(context: LoweringContext, expr: ExprOf<'member'>): TypedExpression {
  const nameTo = expr.at + expr.name.length
  const resource = lowerResource(context, expr)
  if (resource !== null) return resource
  if (expr.object.kind === 'name' && !context.parameters.has(expr.object.name.toLowerCase())) {
    const space = expr.object.name
    if (!namespaces.some(namespace => namespace.toLowerCase() === space.toLowerCase()))
      return rejectUnknownName(context, expr.object)
    const entries = findFunction(space, expr.name).filter(entry => (entry.property === true) === (expr.args === null))
    if (entries.length === 0) return reject(context, 'FQL2001', expr.at, nameTo, { n: `${space}.${expr.name}` })
    return lowerCall(context, expr, entries, expr.args ?? [], null)
  }
  const object = context.recurse.expression(context, expr.object)
  if (object.type === 'JSON' && expr.name.toLowerCase() === 'getdiagnostics' && expr.args?.length === 0)
    return lowerDiagnostics(object, expr)
  if (object.type === 'JSON' && expr.args === null)
    return { ir: { op: 'prop', a: object.ir, name: expr.name }, type: 'JSON', expr }
  const found = findReceiver(context, object, expr)
  if (found === null)
    return reject(context, 'FQL2004', expr.at, nameTo, {
      T: object.type === 'Attr' ? 'Attribute' : object.type,
      n: expr.name,
    })
  return lowerCall(context, expr, found.entries, expr.args ?? [], found.ir)
}

/** Finds a member by receiver type; an untyped receiver gets the type that has the member, text first. */
function findReceiver(
  context: LoweringContext,
  object: TypedExpression,
  expr: ExprOf<'member'>,
): { entries: readonly FunctionEntry[]; ir: Ir } | null {
  const pick = (type: NonNullable<FunctionEntry['receiver']>): readonly FunctionEntry[] =>
    findMember(type, expr.name).filter(
      entry => (entry.property === true) === (expr.args === null) && entry.run !== undefined,
    )
  const untyped = object.type === 'Attr' || object.type === 'JSON'
  const casts = untyped
    ? [...pick('Cast'), ...pick('JSON')]
    : object.type === 'String' || object.type === 'Int' || object.type === 'Double' || object.type === 'Bool'
      ? [...pick('Cast'), ...pick('JSON').filter(entry => entry.name.startsWith('AsJson'))]
      : []
  if (casts.length > 0)
    return {
      entries: casts,
      ir:
        object.type === 'Attr'
          ? coerce(
              context,
              object,
              casts.some(
                entry => entry.name === 'AsJsonArray' || entry.name === 'AsJsonObject' || entry.name === 'ToStr',
              )
                ? 'JSON'
                : 'Any',
              expr.at,
            )
          : object.ir,
    }
  const order: readonly NonNullable<FunctionEntry['receiver']>[] = untyped
    ? ['String', 'DateTime']
    : object.type === 'Int' || object.type === 'Double'
      ? ['Number']
      : object.type === 'CharSet' || object.type === 'Null'
        ? []
        : [object.type as 'String' | 'DateTime' | 'TimeSpan' | 'Bool' | 'Decision' | 'Pattern']
  for (const type of order) {
    const entries = pick(type)
    if (entries.length > 0)
      return {
        entries,
        ir: untyped ? coerce(context, object, type === 'DateTime' ? 'DateTime' : 'String', expr.at) : object.ir,
      }
  }
  return null
}

/** Lowers an element of an array or an entry of an object. */
export function lowerIndex(context: LoweringContext, expr: ExprOf<'index'>): TypedExpression {
  const object = context.recurse.expression(context, expr.object)
  if (object.type !== 'JSON')
    return reject(context, 'FQL2004', expr.at, expr.at + 1, {
      T: object.type === 'Attr' ? 'Attribute' : object.type,
      n: '[ ]',
    })
  const index = outsideAtom(context, () => withStaticType(context, context.recurse.expression(context, expr.index)))
  if (index.type === 'Int') return { ir: { op: 'item', a: object.ir, index: index.ir }, type: 'JSON', expr }
  if (index.type !== 'String' && index.type !== 'JSON')
    return rejectType(context, index.type, 'Int', expr.index.from, expr.index.to)
  return {
    ir: { op: 'key', a: object.ir, name: coerce(context, index, 'String', expr.index.from) },
    type: 'JSON',
    expr,
  }
}
