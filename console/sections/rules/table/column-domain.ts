import type { Expr } from '@assay/risk-service/fql'
import { stripParentheses } from '@assay/risk-service/fql'
import type { TestShape } from './table-test.ts'

/*
 * The values of a tested expression, in as many parts as its tests tell apart: for numbers and dates the limits and the
 * ranges between them, for texts every word that is compared and all others. A set of parts is an array of bits.
 */

export type Bits = Uint32Array
/** A part of the values: a number, a range without its ends, a text, or what no test tells apart. */
export type ValuePart =
  | { kind: 'point'; value: number }
  | { kind: 'range'; from: number; to: number }
  | { kind: 'text'; value: string }
  /** Another spelling of a word that is compared. */
  | { kind: 'spelling'; value: string }
  | { kind: 'others' }
  | { kind: 'truth'; value: boolean }
  /** The expression fails, so that no test of it is true. */
  | { kind: 'error' }

export interface Domain {
  parts: readonly ValuePart[]
  all: Bits
  /** All but an error. */
  values: Bits
  /** Values for which a test is surely true, and those for which it may be; null where it cannot be analysed. */
  setOf: (shape: TestShape) => { sure: Bits; possible: Bits } | null
}

export interface DomainOptions {
  /** It can fail: a conversion, a call. */
  fallible: boolean
  /** Texts are compared without letter case; null: not known. */
  folded: boolean | null
}

const bitsOf = (count: number, has: (place: number) => boolean): Bits => {
  const bits = new Uint32Array(Math.ceil(count / 32))
  for (let at = 0; at < count; at++) if (has(at)) bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31))
  return bits
}
export const hasBit = (bits: Bits, at: number): boolean => (((bits[at >> 5] ?? 0) >>> (at & 31)) & 1) === 1
export const isEmpty = (bits: Bits): boolean => bits.every(word => word === 0)
export const intersect = (a: Bits, b: Bits): Bits => a.map((word, at) => word & (b[at] ?? 0))
export const subtract = (a: Bits, b: Bits): Bits => a.map((word, at) => word & ~(b[at] ?? 0))
export const meets = (a: Bits, b: Bits): boolean => a.some((word, at) => (word & (b[at] ?? 0)) !== 0)
export const contains = (a: Bits, b: Bits): boolean => b.every((word, at) => (word & ~(a[at] ?? 0)) === 0)

/** The domain of a column with these tests. */
export function domainOf(shapes: readonly TestShape[], options: DomainOptions): Domain {
  const compares = shapes.flatMap(shape => (shape.kind === 'compare' ? [shape.value] : []))
  const kinds = new Set(compares.flatMap(({ kind }) => (kind === 'null' ? [] : [kind])))
  const words = shapes.some(({ kind }) => kind === 'in' || kind === 'empty')
  if (shapes.some(({ kind }) => kind === 'predicate')) return truths(options, predicateTruth)
  if (kinds.size === 0 && !words) return truths(options, presence)
  if (kinds.size === 1 && kinds.has('boolean') && !words) return truths(options, booleanTruth)
  if (kinds.size === 1 && !words && (kinds.has('number') || kinds.has('date')))
    return numbers(
      compares.flatMap(each => (each.kind === 'number' || each.kind === 'date' ? [each.value] : [])),
      [...kinds][0] ?? 'number',
      options,
    )
  if (kinds.has('text') || words) return texts(shapes, options)
  return { ...truths(options, () => null) }
}

function domain(
  own: readonly ValuePart[],
  { fallible }: DomainOptions,
  test: (part: ValuePart, shape: TestShape) => 'yes' | 'no' | 'maybe' | null,
): Domain {
  const parts: ValuePart[] = fallible ? [...own, { kind: 'error' }] : [...own]
  return {
    parts,
    all: bitsOf(parts.length, () => true),
    values: bitsOf(parts.length, at => parts[at]?.kind !== 'error'),
    setOf(shape) {
      const results = parts.map(part => (part.kind === 'error' ? ('no' as const) : test(part, shape)))
      if (results.includes(null)) return null
      return {
        sure: bitsOf(parts.length, at => results[at] === 'yes'),
        possible: bitsOf(parts.length, at => results[at] !== 'no'),
      }
    },
  }
}

const yes = (is: boolean) => (is ? 'yes' : 'no')
const truths = (options: DomainOptions, truth: (shape: TestShape) => boolean | null): Domain =>
  domain(
    [
      { kind: 'truth', value: true },
      { kind: 'truth', value: false },
    ],
    options,
    (part, shape) => {
      const own = truth(shape)
      return own === null || part.kind !== 'truth' ? null : yes(own === part.value)
    },
  )
const predicateTruth = (shape: TestShape) => (shape.kind === 'predicate' ? !shape.negated : null)
const presence = (shape: TestShape) =>
  shape.kind !== 'compare' || shape.value.kind !== 'null' || !/^[=!]=$/.test(shape.operator)
    ? null
    : shape.operator === '!='
const booleanTruth = (shape: TestShape) =>
  shape.kind !== 'compare' || shape.value.kind !== 'boolean' || !/^[=!]=$/.test(shape.operator)
    ? null
    : shape.value.value === (shape.operator === '==')

function numbers(limits: readonly number[], kind: string, options: DomainOptions): Domain {
  const sorted = [...new Set(limits)].filter(limit => Number.isFinite(limit)).sort((a, b) => a - b)
  const parts = sorted.flatMap((value, at): ValuePart[] => [
    { kind: 'range', from: sorted[at - 1] ?? -Infinity, to: value },
    { kind: 'point', value },
  ])
  parts.push({ kind: 'range', from: sorted.at(-1) ?? -Infinity, to: Infinity })
  return domain(parts, options, (part, shape) => {
    if (shape.kind !== 'compare' || shape.value.kind !== kind || typeof shape.value.value !== 'number') return null
    const limit = shape.value.value
    if (Number.isNaN(limit)) return null
    // A range lies on one side of each limit.
    const side =
      part.kind === 'point' ? Math.sign(part.value - limit) : part.kind === 'range' && part.to <= limit ? -1 : 1
    switch (shape.operator) {
      case '==':
        return yes(side === 0)
      case '!=':
        return yes(side !== 0)
      case '<':
        return yes(side < 0)
      case '<=':
        return yes(side <= 0)
      case '>':
        return yes(side > 0)
      case '>=':
        return yes(side >= 0)
    }
  })
}

function texts(shapes: readonly TestShape[], options: DomainOptions): Domain {
  const literals = new Set<string>()
  for (const shape of shapes) {
    if (shape.kind === 'compare' && shape.value.kind === 'text') literals.add(shape.value.value)
    if (shape.kind === 'in') for (const word of shape.values) if (word !== '') literals.add(word)
    if (shape.kind === 'empty') literals.add('')
  }
  const folded = [...new Set([...literals].map(each => each.toLowerCase()))]
  const parts: ValuePart[] = [
    ...[...literals].map((value): ValuePart => ({ kind: 'text', value })),
    ...folded.filter(each => each !== '').map((value): ValuePart => ({ kind: 'spelling', value })),
    { kind: 'others' },
  ]
  return domain(parts, options, (part, shape) => {
    if (part.kind === 'truth') return null
    const value = part.kind === 'text' || part.kind === 'spelling' ? part.value : null
    switch (shape.kind) {
      case 'in':
        return yes(
          shape.values.some(word => word !== '' && word.toLowerCase() === value?.toLowerCase()) !== shape.negated,
        )
      case 'empty':
        return yes((part.kind === 'text' && value === '') !== shape.negated)
      case 'compare': {
        if (shape.value.kind !== 'text' || !/^[=!]=$/.test(shape.operator)) return null
        const exact = part.kind === 'text' && value === shape.value.value
        const same = value !== null && value.toLowerCase() === shape.value.value.toLowerCase()
        const equal = options.folded === true ? same : exact
        if (options.folded === null && same && !exact) return 'maybe'
        return yes(equal === (shape.operator === '=='))
      }
      case 'predicate':
        return null
    }
  })
}

const unstableNames = /\b(?:randomint|getvariable|response)\b/
/** Its value is the same wherever a rule reads it. */
export const isStable = (key: string): boolean => !unstableNames.test(key.replace(/"(?:[^"\\]|\\.)*"/g, ''))

/** Whether evaluating an expression can fail. */
export function isFallible(expr: Expr): boolean {
  const own = stripParentheses(expr)
  switch (own.kind) {
    case 'number':
    case 'string':
    case 'bool':
    case 'null':
    case 'attribute':
      return false
    case 'unary':
      return own.op !== '!' || isFallible(own.operand)
    case 'logic':
      return own.operands.some(isFallible)
    case 'binary':
      return !['==', '!=', '<', '>', '<=', '>='].includes(own.op) || isFallible(own.left) || isFallible(own.right)
    case 'call':
      return (
        !['approve', 'review', 'challenge', 'reject', 'output', 'queue', 'setvariables'].includes(
          own.name.toLowerCase(),
        ) || own.args.some(({ value }) => isFallible(value))
      )
    default:
      return true
  }
}
