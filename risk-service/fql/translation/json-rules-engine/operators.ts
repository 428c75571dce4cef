import type { AttributeInfo } from '../../types/check-environment.ts'
import {
  all,
  always,
  any,
  type Condition,
  call,
  comparison,
  not,
  numberLiteral,
  textLiteral,
} from '../result/condition.ts'
import { type NoteCode, type NoteParameters, TranslationStop } from '../result/notes.ts'
import { jsonText } from './read-rules.ts'

/*
 * The operators of json-rules-engine. It compares as JavaScript does: text, numbers and booleans are never equal to one
 * another, and a missing fact is neither 0 nor empty. The language reads a missing attribute as 0, false or empty text;
 * where that would make a comparison true, the comparison also requires that the attribute exists. Orderings are false
 * for facts that are no numbers, `contains` and `doesNotContain` for those that are no lists.
 */

/** A fact as an attribute. */
export interface FactValue {
  name: string
  /** `@"path"`. */
  code: string
  info: AttributeInfo | undefined
}
type Report = (code: NoteCode, parameters: NoteParameters) => void

const exists = ({ code }: FactValue): Condition => call(`Exists(${code})`)
const guarded = (fact: FactValue, required: boolean, test: Condition): Condition =>
  required ? all(exists(fact), test) : test
const shown = (value: unknown): string => {
  const text = jsonText(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function literalOf(value: number): string {
  const literal = numberLiteral(value)
  if (literal === null) throw new TranslationStop('numberTooLarge', { value: String(value) })
  return literal
}

/** The fact is this value. */
function equals(fact: FactValue, value: unknown, operator: string, report: Report): Condition {
  if (value === null) {
    report('nullValue', {})
    return comparison(`${fact.code} == null`)
  }
  if (typeof value === 'string') {
    // Comparisons with values of a list ignore letter case.
    const test =
      fact.info?.values === undefined
        ? comparison(`${fact.code} == ${textLiteral(value)}`)
        : call(`${fact.code}.Equals(${textLiteral(value)})`)
    return guarded(fact, value === '', test)
  }
  if (typeof value === 'number') return guarded(fact, value === 0, comparison(`${fact.code} == ${literalOf(value)}`))
  if (typeof value === 'boolean') return guarded(fact, !value, comparison(`${fact.code} == ${value}`))
  throw new TranslationStop('notComparable', { operator, value: shown(value) })
}

const holds: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

/** The fact is a number, or a text that is one. */
const isNumber = (fact: FactValue): Condition =>
  fact.info?.type === 'number' ? exists(fact) : call(`${fact.code}.IsNumeric()`)

function ordered(fact: FactValue, sign: string, value: unknown, operator: string, report: Report): Condition {
  if (typeof value === 'number') {
    const test = comparison(`${fact.code} ${sign} ${literalOf(value)}`)
    // What is no number reads as 0, true as 1.
    const reads = fact.info?.type === 'number' ? [0] : [0, 1]
    return reads.some(read => holds[sign]?.(read, value) === true) ? all(isNumber(fact), test) : test
  }
  const number = typeof value !== 'string' || value.trim() === '' ? Number.NaN : Number(value)
  // The engine compares two texts by their characters if the first one begins with a number, others as numbers.
  const isText = fact.info !== undefined && fact.info.type !== 'number'
  if (!Number.isFinite(number) || isText) throw new TranslationStop('notComparable', { operator, value: shown(value) })
  if (fact.info === undefined) report('numberText', { value: String(value) })
  return ordered(fact, sign, number, operator, report)
}

const isOneOf = (fact: FactValue, values: readonly unknown[], operator: string, report: Report): Condition =>
  values.length === 0 ? not(always) : any(...values.map(value => equals(fact, value, operator, report)))

/** The fact is a list with an element: a single value has none. */
const hasElement = ({ code }: FactValue): Condition => call(`Exists(${code.slice(0, -1)}[0]")`)
/** A missing list has no element, and an empty one neither; only the value as JSON tells them apart. */
const isList = (fact: FactValue): Condition =>
  fact.info === undefined
    ? any(hasElement(fact), comparison(`@${fact.code}.ToString() == "[]"`))
    : comparison(`@${fact.code} != null`)

function hasValue(fact: FactValue, value: unknown, operator: string, report: Report): Condition {
  if (value === null) throw new TranslationStop('notComparable', { operator, value: 'null' })
  if (fact.info !== undefined && fact.info.type !== 'array')
    throw new TranslationStop('notComparable', { operator, value: fact.code })
  return equals(fact, value, operator, report)
}

function contains(fact: FactValue, value: unknown, operator: string, report: Report): Condition {
  const test = hasValue(fact, value, operator, report)
  return fact.info === undefined ? all(hasElement(fact), test) : test
}

const orderings: Readonly<Record<string, string>> = {
  lessThan: '<',
  lessThanInclusive: '<=',
  greaterThan: '>',
  greaterThanInclusive: '>=',
}

/** Translates one condition about a fact. `not:` before an operator turns it round. @throws TranslationStop */
export function testFact(fact: FactValue, operator: string, value: unknown, report: Report): Condition {
  if (operator.startsWith('not:')) return not(testFact(fact, operator.slice(4), value, report))
  const sign = Object.hasOwn(orderings, operator) ? orderings[operator] : undefined
  if (sign !== undefined) return ordered(fact, sign, value, operator, report)
  switch (operator) {
    case 'equal':
      return equals(fact, value, operator, report)
    case 'notEqual':
      return not(equals(fact, value, operator, report))
    case 'in':
    case 'notIn': {
      if (!Array.isArray(value)) throw new TranslationStop('notComparable', { operator, value: shown(value) })
      const test = isOneOf(fact, value, operator, report)
      return operator === 'in' ? test : not(test)
    }
    case 'contains':
    case 'someFact:equal':
      return contains(fact, value, operator, report)
    case 'doesNotContain':
      return all(isList(fact), not(hasValue(fact, value, operator, report)))
    default:
      throw new TranslationStop('ownOperator', { operator })
  }
}

/** Translates a comparison of two facts. @throws TranslationStop */
export function compareFacts(left: FactValue, operator: string, right: FactValue, report: Report): Condition {
  if (operator.startsWith('not:')) return not(compareFacts(left, operator.slice(4), right, report))
  const sign = Object.hasOwn(orderings, operator) ? orderings[operator] : undefined
  if (sign !== undefined) {
    for (const { info, code } of [left, right]) {
      if (info !== undefined && info.type !== 'number')
        throw new TranslationStop('notComparable', { operator, value: code })
      if (info === undefined) report('numberFacts', {})
    }
    return all(isNumber(left), isNumber(right), comparison(`${left.code}.ToDouble() ${sign} ${right.code}.ToDouble()`))
  }
  if (operator !== 'equal' && operator !== 'notEqual') throw new TranslationStop('comparedFact', { operator })
  report('nullValue', {})
  const same = all(
    comparison(`Exists(${left.code}) == Exists(${right.code})`),
    comparison(`${left.code} == ${right.code}`),
  )
  return operator === 'equal' ? same : not(same)
}
