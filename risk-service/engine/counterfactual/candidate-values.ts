import type { CounterfactualChange } from '../../contract/index.ts'
import type { Operand, Slot } from '../../fql/index.ts'
import type { ResourceRead } from '../replay/recorded-readers.ts'

/** A value that rules read and that a counterfactual can change. */
export type CandidateChange =
  | { kind: 'attribute'; steps: readonly (string | number)[]; slot: Slot; value: unknown }
  | { kind: 'score'; model: 'risk' | 'bot'; value: unknown }
  | { kind: 'resource'; read: ResourceRead; value: unknown }

export interface CandidateValue {
  value: unknown
  distance: number | null
}

/** A text that differs from all texts in rules. */
const otherText = '\u2026'
const day = 86_400_000
const dateText = /^\d{4}-\d\d-\d\d/

/**
 * Yields candidate values in place of the read one, nearest first: around the thresholds and literals that it is
 * compared with, the other boolean, another one, none. `gaps` returns the distance between the sides of the operand's
 * comparisons for a value; thresholds are where a gap closes, found by the straight line through two of them.
 */
export function candidateValues(
  lever: CandidateChange,
  operand: Operand,
  gaps: (value: unknown) => (number | null)[],
): CandidateValue[] {
  const { value } = lever
  if (lever.kind === 'score') return numericValues(Number(value), gaps, each => each, { step: 1, least: 0, most: 999 })
  if (lever.kind === 'resource') {
    const { read } = lever
    if (read.kind === 'velocity')
      return numericValues(Number(value), gaps, each => each, { step: Number.isInteger(value) ? 1 : 0.01, least: 0 })
    if (read.kind === 'list') return [{ value: value !== true, distance: null }]
    if (read.kind === 'support')
      return [undefined, 'Safe', 'Block', 'Watch']
        .filter(each => each !== value)
        .map(each => ({ value: each, distance: null }))
    if (read.kind === 'lookup')
      return [...textConstants(operand), undefined]
        .filter(each => each !== value)
        .map(each => ({ value: each, distance: null }))
    if (read.kind !== 'model' || typeof value !== 'object' || value === null) return []
    const score = Number((value as Record<string, unknown>).Score)
    return numericValues(score, gaps, each => ({ ...value, Score: each }), { step: 1, least: 0, most: 999 })
  }
  return attributeValues(value, lever.slot, operand, gaps)
}

function attributeValues(
  value: unknown,
  slot: Slot,
  operand: Operand,
  gaps: (value: unknown) => (number | null)[],
): CandidateValue[] {
  const none: CandidateValue = { value: undefined, distance: null }
  if (slot.as === 'exists')
    return value === undefined || value === null ? [{ value: otherText, distance: null }] : [none]
  if (typeof value === 'number') {
    return [
      ...numericValues(value, gaps, each => each, { step: Number.isInteger(value) && slot.as !== 'Double' ? 1 : 0.01 }),
      ...literalValues(operand, value),
    ]
  }
  if (typeof value === 'boolean') return [{ value: !value, distance: null }]
  if (typeof value === 'string') {
    const time = dateText.test(value) ? Date.parse(value) : Number.NaN
    const dates = Number.isNaN(time)
      ? []
      : numericValues(time, gaps, each => new Date(each).toISOString(), { step: 1000, probe: day, scale: 30 * day })
    const amount = value.trim() === '' ? Number.NaN : Number(value)
    const amounts = Number.isNaN(amount)
      ? []
      : numericValues(amount, gaps, String, { step: Number.isInteger(amount) ? 1 : 0.01 })
    return [...dates, ...amounts, ...literalValues(operand, value), { value: otherText, distance: null }, none]
  }
  if (value !== undefined && value !== null) return [none]
  return [
    ...numericValues(0, gaps, each => each, { step: 1 }).map(each => ({ ...each, distance: null })),
    ...literalValues(operand, value),
    { value: true, distance: null },
    { value: otherText, distance: null },
  ]
}

const literalValues = (operand: Operand, value: unknown): CandidateValue[] =>
  operand.constants
    .filter(each => each !== value && typeof each !== 'boolean')
    .map(each => ({ value: each, distance: null }))
const textConstants = (operand: Operand): unknown[] => operand.constants.filter(each => typeof each === 'string')

interface Range {
  step: number
  least?: number
  most?: number
  probe?: number
  scale?: number
}

/** Returns numbers around the places where a gap closes. */
function numericValues(
  now: number,
  gaps: (value: unknown) => (number | null)[],
  withNumber: (value: number) => unknown,
  { step, least, most, probe, scale }: Range,
): CandidateValue[] {
  if (!Number.isFinite(now)) return []
  const further = probe ?? Math.max(1, Math.round(Math.abs(now) / 10))
  const here = gaps(withNumber(now))
  const there = gaps(withNumber(now + further))
  const found = new Set<number>()
  here.forEach((gap, index) => {
    const other = there[index]
    if (gap === null || other == null || gap === other) return
    const threshold = now - (gap * further) / (other - gap)
    if (!Number.isFinite(threshold)) return
    for (const each of [Math.floor(threshold / step), Math.round(threshold / step), Math.ceil(threshold / step)]) {
      // Truncated numbers change only at the next whole number.
      for (const place of [each - 1, each, each + 1]) found.add(Math.round(place * step * 100) / 100)
    }
    if (probe !== undefined)
      for (const place of [threshold - probe, threshold + probe]) found.add(Math.round(place / step) * step)
  })
  return [...found]
    .filter(each => each !== now && (least === undefined || each >= least) && (most === undefined || each <= most))
    .toSorted((a, b) => Math.abs(a - now) - Math.abs(b - now) || a - b)
    .map(each => ({ value: withNumber(each), distance: Math.abs(each - now) / (scale ?? Math.max(Math.abs(now), 1)) }))
}

/** Returns the direction of a change, in words of the contract. */
export function changeDirection(lever: CandidateChange, value: unknown): CounterfactualChange['how'] {
  if (lever.kind === 'resource' && lever.read.kind === 'list') return value === true ? 'listed' : 'unlisted'
  if (lever.kind === 'resource' && (lever.read.kind === 'support' || lever.read.kind === 'lookup'))
    return value === undefined ? 'unlisted' : 'status'
  if (value === otherText) return 'other'
  return value === undefined ? 'missing' : 'value'
}

const maxTextLength = 200
/** Returns a value in the form for display. */
export function displayValue(lever: CandidateChange, value: unknown): CounterfactualChange['now'] {
  if (lever.kind === 'resource' && lever.read.kind === 'model')
    return displayValue(
      { kind: 'score', model: 'risk', value: 0 },
      (value as Record<string, unknown> | undefined)?.Score,
    )
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
