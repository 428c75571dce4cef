import type { FlipChange } from '../contract/index.ts'
import type { Operand, Slot } from '../fql/index.ts'
import type { Asked } from './replay.ts'

/** A value that rules read and that could have been another. */
export type Lever =
  | { kind: 'attribute'; steps: readonly (string | number)[]; slot: Slot; value: unknown }
  | { kind: 'score'; model: 'risk' | 'bot'; value: unknown }
  | { kind: 'asked'; asked: Asked; value: unknown }

export interface Try {
  value: unknown
  distance: number | null
}

/** Stands for any text that is none of those that a rule names. */
const anotherText = '\u2026'
const day = 86_400_000
const dateText = /^\d{4}-\d\d-\d\d/

/**
 * Values worth trying in place of the one that was read, nearest first: around the thresholds that it is compared with,
 * the literals it is compared with, the other side of yes and no, another one, none. `gaps` tells how far apart the
 * sides of the operand's comparisons are for a value; thresholds are where a gap closes, found by the straight line
 * through two of them.
 */
export function valuesToTry(lever: Lever, operand: Operand, gaps: (value: unknown) => (number | null)[]): Try[] {
  const { value } = lever
  if (lever.kind === 'score') return numbers(Number(value), gaps, each => each, { step: 1, least: 0, most: 999 })
  if (lever.kind === 'asked') {
    const { asked } = lever
    if (asked.kind === 'velocity')
      return numbers(Number(value), gaps, each => each, { step: Number.isInteger(value) ? 1 : 0.01, least: 0 })
    if (asked.kind === 'list') return [{ value: value !== true, distance: null }]
    if (asked.kind === 'support')
      return [undefined, 'Safe', 'Block', 'Watch']
        .filter(each => each !== value)
        .map(each => ({ value: each, distance: null }))
    if (asked.kind === 'lookup')
      return [...texts(operand), undefined]
        .filter(each => each !== value)
        .map(each => ({ value: each, distance: null }))
    if (asked.kind !== 'model' || typeof value !== 'object' || value === null) return []
    const score = Number((value as Record<string, unknown>).Score)
    return numbers(score, gaps, each => ({ ...value, Score: each }), { step: 1, least: 0, most: 999 })
  }
  return attribute(value, lever.slot, operand, gaps)
}

function attribute(value: unknown, slot: Slot, operand: Operand, gaps: (value: unknown) => (number | null)[]): Try[] {
  const none: Try = { value: undefined, distance: null }
  if (slot.as === 'exists')
    return value === undefined || value === null ? [{ value: anotherText, distance: null }] : [none]
  if (typeof value === 'number') {
    return [
      ...numbers(value, gaps, each => each, { step: Number.isInteger(value) && slot.as !== 'Double' ? 1 : 0.01 }),
      ...literals(operand, value),
    ]
  }
  if (typeof value === 'boolean') return [{ value: !value, distance: null }]
  if (typeof value === 'string') {
    const time = dateText.test(value) ? Date.parse(value) : Number.NaN
    const dates = Number.isNaN(time)
      ? []
      : numbers(time, gaps, each => new Date(each).toISOString(), { step: 1000, probe: day, scale: 30 * day })
    const amount = value.trim() === '' ? Number.NaN : Number(value)
    const amounts = Number.isNaN(amount)
      ? []
      : numbers(amount, gaps, String, { step: Number.isInteger(amount) ? 1 : 0.01 })
    return [...dates, ...amounts, ...literals(operand, value), { value: anotherText, distance: null }, none]
  }
  if (value !== undefined && value !== null) return [none]
  return [
    ...numbers(0, gaps, each => each, { step: 1 }).map(each => ({ ...each, distance: null })),
    ...literals(operand, value),
    { value: true, distance: null },
    { value: anotherText, distance: null },
  ]
}

const literals = (operand: Operand, value: unknown): Try[] =>
  operand.constants
    .filter(each => each !== value && typeof each !== 'boolean')
    .map(each => ({ value: each, distance: null }))
const texts = (operand: Operand): unknown[] => operand.constants.filter(each => typeof each === 'string')

interface Range {
  step: number
  least?: number
  most?: number
  probe?: number
  scale?: number
}

/** Numbers around the places where a gap closes. */
function numbers(
  now: number,
  gaps: (value: unknown) => (number | null)[],
  made: (value: number) => unknown,
  { step, least, most, probe, scale }: Range,
): Try[] {
  if (!Number.isFinite(now)) return []
  const further = probe ?? Math.max(1, Math.round(Math.abs(now) / 10))
  const here = gaps(made(now))
  const there = gaps(made(now + further))
  const found = new Set<number>()
  here.forEach((gap, index) => {
    const other = there[index]
    if (gap === null || other == null || gap === other) return
    const threshold = now - (gap * further) / (other - gap)
    if (!Number.isFinite(threshold)) return
    for (const each of [Math.floor(threshold / step), Math.round(threshold / step), Math.ceil(threshold / step)]) {
      // Truncated numbers change only at the next whole one.
      for (const place of [each - 1, each, each + 1]) found.add(Math.round(place * step * 100) / 100)
    }
    if (probe !== undefined)
      for (const place of [threshold - probe, threshold + probe]) found.add(Math.round(place / step) * step)
  })
  return [...found]
    .filter(each => each !== now && (least === undefined || each >= least) && (most === undefined || each <= most))
    .toSorted((a, b) => Math.abs(a - now) - Math.abs(b - now) || a - b)
    .map(each => ({ value: made(each), distance: Math.abs(each - now) / (scale ?? Math.max(Math.abs(now), 1)) }))
}

/** What a change does, in words of the contract. */
export function changeOf(lever: Lever, value: unknown): FlipChange['how'] {
  if (lever.kind === 'asked' && lever.asked.kind === 'list') return value === true ? 'listed' : 'unlisted'
  if (lever.kind === 'asked' && (lever.asked.kind === 'support' || lever.asked.kind === 'lookup'))
    return value === undefined ? 'unlisted' : 'status'
  if (value === anotherText) return 'other'
  return value === undefined ? 'missing' : 'value'
}

const longest = 200
/** A value as it is shown. */
export function asText(lever: Lever, value: unknown): FlipChange['now'] {
  if (lever.kind === 'asked' && lever.asked.kind === 'model')
    return asText({ kind: 'score', model: 'risk', value: 0 }, (value as Record<string, unknown> | undefined)?.Score)
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
