import { createDiagnostic } from '../diagnostics.ts'
import type { FunctionEntry, ParamType, ValueType } from '../functions/function-entry.ts'
import { findFunction, findMember } from '../functions/function-table.ts'
import { type Expr, type ExprOf, stripParentheses } from '../parse/syntax-tree.ts'
import { checkDate } from '../runtime/dates.ts'
import type { Ir } from './ir.ts'
import { booleanMemberNames, CallLowerer } from './lower-call.ts'
import { missingValue, type StaticType, type TypedExpression } from './lower-value.ts'

export { LoweringError, type Variable } from './lower-value.ts'

/** Types expressions and turns them into the intermediate form; one per part. */
export abstract class ExpressionLowerer extends CallLowerer {
  /** Parameters of the function whose code this is, by lower-cased name. */
  protected parameters: ReadonlyMap<string, { index: number; type: ValueType }> = new Map()

  protected isParameter(expr: ExprOf<'name'>): boolean {
    return this.parameters.has(expr.name.toLowerCase())
  }

  /**
   * Lowers to a condition; what is no truth value is reported at `at`. Logical operators split it into atomic
   * predicates.
   */
  bool(expr: Expr, at = expr.at): Ir {
    const inner = stripParentheses(expr)
    this.cost++
    if (inner.kind === 'logic')
      return { op: inner.op === '&&' ? 'and' : 'or', items: inner.operands.map(operand => this.bool(operand)) }
    if (inner.kind === 'unary' && inner.op === '!') return { op: 'not', a: this.bool(inner.operand) }
    if (inner.kind === 'ternary')
      return {
        op: 'cond',
        test: this.bool(inner.test),
        yes: this.bool(inner.yes, inner.at),
        no: this.bool(inner.no, inner.at),
      }
    const outer = this.atom
    this.atom = null
    const result = this.atomic(inner, () => this.coerce(this.infer(inner), 'Bool', at))
    this.atom = outer
    return result
  }

  /** Infers outside a condition: logical results go through the condition path. */
  inferAny(expr: Expr): TypedExpression {
    const inner = stripParentheses(expr)
    if (inner.kind === 'logic' || (inner.kind === 'unary' && inner.op === '!'))
      return { ir: this.bool(inner), type: 'Bool', expr }
    return { ...this.infer(inner), expr }
  }

  infer(expr: Expr): TypedExpression {
    this.cost++
    if (++this.steps > 50_000) return this.stop('FQL2009', expr.from, expr.to, { range: 'less complex' })
    const typed = (type: StaticType, ir: Ir): TypedExpression => ({ type, ir, expr })
    switch (expr.kind) {
      case 'paren':
        return { ...this.inferAny(expr.inner), expr }
      case 'number':
        return typed(expr.int ? 'Int' : 'Double', { op: 'const', value: expr.value })
      case 'string':
        return typed('String', { op: 'const', value: expr.value })
      case 'bool':
        return typed('Bool', { op: 'const', value: expr.value })
      case 'null':
        return typed('Null', missingValue)
      case 'window':
        return this.stop('FQL1005', expr.from, expr.to, { x: 'a value', t: this.text.slice(expr.from, expr.to) })
      case 'variable':
        return this.variable(expr)
      case 'attribute':
        return this.attribute(expr)
      case 'json':
        if (expr.path === null) this.slots.wholeEvent = true
        return typed('JSON', expr.path === null ? { op: 'event' } : this.jsonSlot(expr, 'json'))
      case 'array':
        return typed('JSON', { op: 'array', items: expr.items.map(item => this.outside(() => this.json(item, true))) })
      case 'object':
        return typed('JSON', this.record(expr))
      case 'name': {
        const parameter = this.parameters.get(expr.name.toLowerCase())
        return parameter === undefined
          ? this.unknownName(expr)
          : typed(parameter.type, { op: 'local', index: parameter.index, at: expr.at, sure: true })
      }
      case 'call':
        return this.noted(
          expr,
          this.predicate(expr, findFunction('', expr.name)[0]?.result === 'Bool', () =>
            this.call(expr, findFunction('', expr.name), expr.args, null),
          ),
        )
      case 'member':
        return this.noted(
          expr,
          this.predicate(expr, expr.args !== null && booleanMemberNames.has(expr.name.toLowerCase()), () =>
            this.member(expr),
          ),
        )
      case 'index':
        return this.index(expr)
      case 'logic':
        return typed('Bool', this.bool(expr))
      case 'unary':
        return this.unary(expr)
      case 'ternary':
        return this.ternary(expr)
      case 'binary':
        return this.binary(expr)
    }
  }

  private record(expr: ExprOf<'object'>): Ir {
    const seen = new Set<string>()
    for (const entry of expr.entries) {
      if (seen.has(entry.key.toLowerCase())) this.stop('FQL2006', entry.from, entry.to, { n: entry.key })
      seen.add(entry.key.toLowerCase())
    }
    return {
      op: 'record',
      keys: expr.entries.map(entry => entry.key),
      items: expr.entries.map(entry => this.outside(() => this.json(entry.value, true))),
    }
  }

  private unary(expr: ExprOf<'unary'>): TypedExpression {
    if (expr.op === '!') return { ir: this.bool(expr), type: 'Bool', expr }
    const value = this.infer(expr.operand)
    const type = value.type === 'Attr' || value.type === 'JSON' ? 'Double' : value.type
    if (type !== 'Int' && type !== 'Double' && type !== 'TimeSpan')
      return this.mismatch(type, 'Double', expr.at, expr.at + 1)
    const ir = this.coerce(value, type, expr.at)
    return {
      ir:
        expr.op === '+'
          ? ir
          : ir.op === 'const' && typeof ir.value === 'number'
            ? { op: 'const', value: 0 - ir.value }
            : { op: 'neg', a: ir },
      type,
      expr,
    }
  }

  private ternary(expr: ExprOf<'ternary'>): TypedExpression {
    const test = this.bool(expr.test)
    const yes = this.inferAny(expr.yes)
    const no = this.inferAny(expr.no)
    const untyped = (type: StaticType): boolean => type === 'Attr' || type === 'JSON' || type === 'Null'
    let type: ValueType
    if (yes.type === 'JSON' && no.type === 'JSON') type = 'JSON'
    else if (untyped(yes.type) && untyped(no.type)) type = 'String'
    else if (untyped(yes.type)) type = no.type as ValueType
    else if (untyped(no.type)) type = yes.type as ValueType
    else if (
      yes.type !== no.type &&
      (yes.type === 'Int' || yes.type === 'Double') &&
      (no.type === 'Int' || no.type === 'Double')
    )
      type = 'Double'
    else if (yes.type === no.type) type = yes.type as ValueType
    else return this.mismatch(no.type, yes.type as ParamType, expr.at, expr.at + 1)
    return {
      ir: { op: 'cond', test, yes: this.coerce(yes, type, expr.at), no: this.coerce(no, type, expr.at) },
      type,
      expr,
    }
  }

  private binary(expr: ExprOf<'binary'>): TypedExpression {
    switch (expr.op) {
      case '==':
      case '!=':
      case '<':
      case '>':
      case '<=':
      case '>=':
        return { ir: this.atomic(expr, () => this.comparison(expr)), type: 'Bool', expr }
      case '|': {
        const a = this.infer(expr.left)
        const b = this.infer(expr.right)
        if (a.type !== 'CharSet' || b.type !== 'CharSet')
          return this.mismatch(a.type === 'CharSet' ? b.type : a.type, 'CharSet', expr.at, expr.at + 1)
        return { ir: { op: 'union', a: a.ir, b: b.ir }, type: 'CharSet', expr }
      }
      default:
        return this.arithmetic(expr)
    }
  }

  private comparison(expr: ExprOf<'binary'>): Ir {
    const a = this.inferAny(expr.left)
    const b = this.inferAny(expr.right)
    const equality = expr.op === '==' || expr.op === '!='
    const to = expr.at + expr.op.length
    const negated = expr.op === '!='
    if (a.type === 'Null' || b.type === 'Null') {
      const other = a.type === 'Null' ? b : a
      if (!equality || (other.type !== 'Attr' && other.type !== 'JSON'))
        return this.mismatch('Null', other.type as ParamType, expr.at, to)
      if (other.type === 'JSON') return { op: 'isNull', a: other.ir, negated }
      const exists = this.slot(other, 'exists')
      return negated ? exists : { op: 'not', a: exists }
    }
    const untyped = (typed: TypedExpression): boolean => typed.type === 'Attr' || typed.type === 'JSON'
    if (untyped(a) && untyped(b) && !equality) this.warnings.push(createDiagnostic('FQL3003', this.text, expr.at, to))
    const cmp = expr.op as '==' | '!=' | '<' | '>' | '<=' | '>='
    const type = untyped(a) ? (untyped(b) ? 'String' : b.type) : a.type
    const target: ParamType = type === 'Int' ? 'Double' : (type as ParamType)
    if (equality && (a.type === 'Decision' || b.type === 'Decision'))
      return { op: 'sameText', a: this.coerce(a, 'String', expr.at), b: this.coerce(b, 'String', expr.at), negated }
    if (target === 'CharSet' || target === 'Pattern' || (!equality && (target === 'Bool' || target === 'Decision')))
      return this.mismatch(type, 'Double', expr.at, to)
    if (!untyped(a) && !untyped(b) && a.type !== b.type && !(isNumber(a.type) && isNumber(b.type))) {
      return isNumber(b.type)
        ? this.mismatch(a.type, 'Double', expr.at, to)
        : this.mismatch(b.type, a.type as ParamType, expr.at, to)
    }
    if (
      equality &&
      target === 'String' &&
      (a.attribute?.info?.values !== undefined || b.attribute?.info?.values !== undefined)
    )
      return { op: 'compare', cmp, a: this.lower(a, expr.at), b: this.lower(b, expr.at) }
    return { op: 'compare', cmp, a: this.coerce(a, target, expr.at), b: this.coerce(b, target, expr.at) }
  }

  /** Text in lower case: remembered for attributes, done now for literals. */
  private lower(value: TypedExpression, at: number): Ir {
    if (value.type === 'Attr') return this.slot(value, 'lower')
    const ir = this.coerce(value, 'String', at)
    if (ir.op === 'const') return { op: 'const', value: String(ir.value).toLowerCase(), written: String(ir.value) }
    const entry = findMember('String', 'ToLower')[0]
    return entry === undefined ? ir : { op: 'call', entry, args: [ir], at }
  }

  private arithmetic(expr: ExprOf<'binary'>): TypedExpression {
    const a = this.inferAny(expr.left)
    const b = this.inferAny(expr.right)
    const at = expr.at
    const operator = expr.op as '+' | '-' | '*' | '/' | '%'
    const typed = (type: ValueType, ir: Ir): TypedExpression => ({ type, ir, expr })
    const untyped = (value: TypedExpression): boolean => value.type === 'Attr' || value.type === 'JSON'
    if (operator === '+' && (a.type === 'String' || b.type === 'String' || (untyped(a) && untyped(b))))
      return typed('String', { op: 'concat', a: this.coerce(a, 'String', at), b: this.coerce(b, 'String', at), at })
    const math = (type: ValueType, left: Ir, right: Ir): TypedExpression =>
      typed(type, { op: 'arith', operator, int: type !== 'Double', a: left, b: right, at })
    if (operator === '+' || operator === '-') {
      const left =
        untyped(a) && (b.type === 'TimeSpan' || (b.type === 'DateTime' && operator === '-')) ? 'DateTime' : a.type
      const right =
        untyped(b) && a.type === 'DateTime' && operator === '-'
          ? 'DateTime'
          : untyped(b) && a.type === 'TimeSpan'
            ? 'DateTime'
            : b.type
      const key = `${left}${operator}${right}`
      const results: Readonly<Record<string, ValueType>> = {
        'DateTime+TimeSpan': 'DateTime',
        'TimeSpan+TimeSpan': 'TimeSpan',
        'DateTime-DateTime': 'TimeSpan',
        'DateTime-TimeSpan': 'DateTime',
        'TimeSpan-TimeSpan': 'TimeSpan',
      }
      const result = results[key]
      if (result !== undefined) {
        const made = math(result, this.coerce(a, left as ParamType, at), this.coerce(b, right as ParamType, at))
        return result === 'DateTime'
          ? { ...made, ir: { op: 'call', entry: dateRangeCheck, args: [made.ir], at } }
          : made
      }
    }
    for (const side of [a, b])
      if (!untyped(side) && !isNumber(side.type)) return this.mismatch(side.type, 'Double', at, at + 1)
    const int = a.type === 'Int' && b.type === 'Int'
    return math(
      int ? 'Int' : 'Double',
      this.coerce(a, int ? 'Int' : 'Double', at),
      this.coerce(b, int ? 'Int' : 'Double', at),
    )
  }
}

const isNumber = (type: StaticType): boolean => type === 'Int' || type === 'Double'

/** Keeps date arithmetic inside year 1-9999. */
const dateRangeCheck: FunctionEntry = {
  name: 'date',
  params: [],
  result: 'DateTime',
  description: '',
  needs: 'at',
  run: (at: number, value: number) => checkDate(value, at, 'FQL4002'),
}
