import { all, any, type Condition, call, comparison, not, numberLiteral, textLiteral } from '../result/condition.ts'
import { TranslationStop } from '../result/notes.ts'
import { addNote, type RadarContext, type RadarField, resolveField } from './fields.ts'
import { levelCondition, scoreCondition } from './levels.ts'
import type { RadarLiteral, RadarOperand, RadarReference, RadarTest } from './parse-condition.ts'

type Operator = Extract<RadarTest, { kind: 'compare' }>['operator']
const languageOperators: Readonly<Record<Operator, string>> = {
  '=': '==',
  '!=': '!=',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
}
const orderings = new Set<Operator>(['<', '>', '<=', '>='])
const isReference = (operand: RadarOperand): operand is RadarReference =>
  operand.kind === 'attribute' || operand.kind === 'metadata'
const written = ({ kind, value }: RadarLiteral): string => (kind === 'text' ? `'${value}'` : value)

const opposites: Readonly<Record<Operator, Operator>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
}

/**
 * Returns when one condition is false. A comparison with a missing value is not: it is missing in Radar. @throws
 * TranslationStop
 */
export function translateFalse(context: RadarContext, test: RadarTest): Condition {
  if (test.kind === 'compare') return translateTest(context, { ...test, operator: opposites[test.operator] })
  const isTrue = translateTest(context, test)
  const field = resolveField(context, test, test.left)
  if (test.kind === 'missing') return field.present
  // What is true or false in Radar is false where it is not sent; a check that was not provided is a value of Radar.
  const isAlwaysThere = test.kind === 'boolean' || Object.values(field.values ?? {}).includes(null)
  return isAlwaysThere ? not(isTrue) : all(field.present, not(isTrue))
}

/** Returns when one condition is true. A comparison with a missing value is not. @throws TranslationStop */
export function translateTest(context: RadarContext, test: RadarTest): Condition {
  const field = resolveField(context, test, test.left)
  switch (test.kind) {
    case 'missing':
      return field.missing
    case 'boolean':
      if (field.truth === null) throw new TranslationStop('operatorMissing', { name: field.name })
      return field.truth
    case 'compare':
      return isReference(test.right)
        ? compareFields(field, test.operator, resolveField(context, test, test.right))
        : compareLiteral(field, test.operator, test.right)
    case 'in':
      return isOneOf(field, test.values)
    case 'inList': {
      requireText(field, 'in', `@${test.list}`)
      context.lists.add(test.list)
      addNote(context, test, 'list', { list: test.list })
      if (field.type === 'exactText') addNote(context, test, 'listCase', { list: test.list, name: field.name })
      return call(`ContainsKey(${textLiteral(test.list)}, "value", ${field.code})`)
    }
    case 'includes':
      requireText(field, 'includes', `'${test.value}'`)
      return test.value === '' ? field.present : partOf(field, 'Contains', test.value)
    case 'like':
      requireText(field, 'like', `'${test.value}'`)
      return likePattern(field, test.value)
  }
}

function requireText(field: RadarField, operator: string, value: string): void {
  if (field.type === 'boolean') throw new TranslationStop('booleanOperator', { name: field.name })
  if (field.type === 'number' || field.type === 'riskScore')
    throw new TranslationStop('numberOperator', { operator, name: field.name })
  if (field.type === 'riskLevel' || field.values !== null)
    throw new TranslationStop('notComparable', { operator, value })
}

function compareLiteral(field: RadarField, operator: Operator, literal: RadarLiteral): Condition {
  if (field.type === 'boolean') throw new TranslationStop('booleanOperator', { name: field.name })
  if (
    field.type === 'number' ||
    field.type === 'riskScore' ||
    (field.type === 'metadata' && literal.kind === 'number')
  ) {
    if (literal.kind !== 'number')
      throw new TranslationStop('numberExpected', { name: field.name, value: written(literal) })
    return compareNumber(field, operator, literal.value)
  }
  if (orderings.has(operator)) throw new TranslationStop('textOperator', { operator, name: field.name })
  if (field.type === 'riskLevel') return levelCondition(field.name, operator === '=', literal.value)
  const equal = equalText(field, literal)
  // A check that was not provided is a value of Radar, and a missing field here.
  const withMissing = field.values !== null && Object.values(field.values).includes(null)
  return operator === '=' ? equal : withMissing ? not(equal) : all(field.present, not(equal))
}

const holds: Readonly<Record<Operator, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
}

function compareNumber(field: RadarField, operator: Operator, value: string): Condition {
  const number = Number(value)
  const literal = numberLiteral(number)
  if (literal === null) throw new TranslationStop('numberTooLarge', { value: short(value) })
  if (field.type === 'riskScore') return scoreCondition(languageOperators[operator], number)
  const test = comparison(`${field.code} ${languageOperators[operator]} ${literal}`)
  // A missing number reads as 0.
  return field.guarded || holds[operator](0, number) ? all(field.present, test) : test
}

function equalText(field: RadarField, literal: RadarLiteral): Condition {
  let { value } = literal
  if (field.type === 'country' && !/^[A-Za-z]{2}$/.test(value))
    throw new TranslationStop('countryCode', { value: written(literal) })
  if (field.values !== null) {
    const key = value.toLowerCase()
    const mapped = Object.hasOwn(field.values, key) ? field.values[key] : undefined
    if (mapped === undefined)
      throw new TranslationStop('otherValue', {
        name: field.name,
        value: written(literal),
        values: Object.keys(field.values).join(', '),
      })
    if (mapped === null) return field.missing
    value = mapped
  }
  const isExact = field.type === 'exactText' || field.type === 'metadata'
  const test = isExact
    ? comparison(`${field.code} == ${textLiteral(value)}`)
    : call(`${field.code}.IgnoreCaseEquals(${textLiteral(value)})`)
  return value === '' ? all(field.present, test) : test
}

function isOneOf(field: RadarField, values: readonly RadarLiteral[]): Condition {
  const isPlain = (text: string): boolean => text !== '' && text === text.trim() && !text.includes(',')
  const ignoresCase = (field.type === 'text' || field.type === 'country') && field.values === null
  if (ignoresCase && values.length > 1 && values.every(({ value }) => isPlain(value))) {
    // Validates each value.
    for (const value of values) equalText(field, value)
    return call(`In(${field.code}, ${textLiteral(values.map(({ value }) => value).join(','))})`)
  }
  return any(...values.map(value => compareLiteral(field, '=', value)))
}

/** A part of a text, with letter case where the field has it. */
function partOf(field: RadarField, method: 'Contains' | 'StartsWith' | 'EndsWith', value: string): Condition {
  const isExact = field.type === 'exactText' || field.type === 'metadata'
  return call(
    isExact
      ? `${field.code}.${method}(${textLiteral(value)})`
      : `${field.code}.ToLower().${method}(${textLiteral(value.toLowerCase())})`,
  )
}

/** `%` stands for any characters. */
function likePattern(field: RadarField, pattern: string): Condition {
  const parts = pattern.split('%')
  const [first = '', ...rest] = parts
  const last = rest.at(-1) ?? ''
  const inner = rest.slice(0, -1)
  if (rest.length === 0) return equalText(field, { kind: 'text', value: pattern })
  if (parts.every(part => part === '')) return field.present
  if (inner.every(part => part === '')) {
    if (last === '') return partOf(field, 'StartsWith', first)
    if (first === '') return partOf(field, 'EndsWith', last)
  }
  const [only, ...others] = inner.filter(part => part !== '')
  if (first === '' && last === '' && only !== undefined && others.length === 0) return partOf(field, 'Contains', only)
  const isExact = field.type === 'exactText' || field.type === 'metadata'
  const escaped = parts.map(part => part.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')).join('.*')
  return call(`Patterns.IsRegexMatch(${textLiteral(`(?${isExact ? '' : 'i'}s)^${escaped}$`)}, ${field.code})`)
}

function compareFields(left: RadarField, operator: Operator, right: RadarField): Condition {
  for (const field of [left, right]) {
    if (field.type === 'boolean') throw new TranslationStop('booleanOperator', { name: field.name })
    if (field.type === 'riskLevel' || field.type === 'riskScore' || field.values !== null)
      throw new TranslationStop('notComparable', { operator, value: field === left ? right.name : left.name })
  }
  const both = [left.present, right.present]
  const isNumber = left.type === 'number' || right.type === 'number'
  if (isNumber || (orderings.has(operator) && left.type === 'metadata' && right.type === 'metadata')) {
    const text = [left, right].find(({ type }) => type !== 'number' && type !== 'metadata')
    if (text !== undefined)
      throw new TranslationStop('numberExpected', { name: (text === left ? right : left).name, value: text.name })
    return all(...both, comparison(`${left.number} ${languageOperators[operator]} ${right.number}`))
  }
  if (orderings.has(operator)) throw new TranslationStop('textOperator', { operator, name: left.name })
  const isExact = [left, right].every(({ type }) => type === 'exactText' || type === 'metadata')
  const equal = isExact
    ? comparison(`${left.code} == ${right.code}`)
    : call(`${left.code}.IgnoreCaseEquals(${right.code})`)
  return operator === '=' ? all(left.present, equal) : all(...both, not(equal))
}

const short = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}…` : value)
