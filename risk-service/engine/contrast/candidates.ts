import type { ContrastValue } from '../../contract/contrast/contrast.ts'
import {
  type ContrastColumn,
  type ContrastTable,
  listOf,
  type NumberColumn,
  type TextColumn,
} from './contrast-table.ts'
import { binsOf } from './ranges.ts'

/** A value of an attribute with the events of each set that have it. */
export interface Candidate {
  /** Index of the attribute. */
  attribute: number
  value: ContrastValue
  a: number
  b: number
  /** Indexes of the first and last range of a numeric attribute, both included. */
  bins?: readonly [first: number, last: number]
  /** The code of a text. */
  code?: number
}

/** Counts of one attribute. */
export interface Counted {
  candidates: Candidate[]
  /** Distinct values of a text attribute; of a numeric one the ranges. */
  values: number
}

/** Counts the events of both sets for everything that can be compared of an attribute. */
export function candidatesOf(table: ContrastTable, attribute: number): Counted {
  const column = table.columns[attribute]
  if (!column || isEmpty(column)) return { candidates: [], values: 0 }
  return column.kind === 'text' ? ofTexts(table, attribute, column) : ofNumbers(table, attribute, column)
}

const isEmpty = (column: ContrastColumn): boolean =>
  column.kind === 'text' ? column.codes.length === 0 : column.numbers.length === 0

function ofTexts({ inA }: ContrastTable, attribute: number, column: TextColumn): Counted {
  const { codes, texts } = column
  const total = new Int32Array(texts.length)
  const a = new Int32Array(texts.length)
  const absent = { a: 0, b: 0 }
  const count = (code: number, member: number) => {
    total[code] = (total[code] ?? 0) + 1
    a[code] = (a[code] ?? 0) + member
  }
  for (let index = 0; index < inA.length; index++) {
    const code = codes[index] ?? -1
    const member = inA[index] ?? 0
    if (code >= 0) count(code, member)
    else if (code === -1) absent[member === 1 ? 'a' : 'b']++
    else for (const each of listOf(column, code)) count(each, member)
  }
  const candidates = texts.map((text, code): Candidate => {
    const inBoth = total[code] ?? 0
    return {
      attribute,
      value: { kind: 'equals', text },
      a: a[code] ?? 0,
      b: inBoth - (a[code] ?? 0),
      code,
    }
  })
  return { candidates: [...candidates, ...absentCandidate(attribute, absent)], values: texts.length }
}

/** Every contiguous range of bins is compared: *from 40 to 60* as well as *at least 60*. */
function ofNumbers({ inA }: ContrastTable, attribute: number, column: NumberColumn): Counted {
  const { cuts, binOf } = binsOf(column)
  const bins = cuts.length + 1
  const counts = { a: new Int32Array(bins), b: new Int32Array(bins) }
  const absent = { a: 0, b: 0 }
  const several: { set: 'a' | 'b'; bins: readonly number[] }[] = []
  for (let index = 0; index < inA.length; index++) {
    const value = column.numbers[index] ?? Number.NaN
    const set = inA[index] === 1 ? 'a' : 'b'
    if (!Number.isNaN(value)) {
      const bin = binOf(value)
      counts[set][bin] = (counts[set][bin] ?? 0) + 1
      continue
    }
    const others = column.several.get(index)
    if (others) several.push({ set, bins: others.map(binOf) })
    else absent[set]++
  }
  const ranges: Candidate[] = []
  for (let first = 0; first < bins; first++) {
    const sums = { a: 0, b: 0 }
    for (let last = first; last < bins; last++) {
      sums.a += counts.a[last] ?? 0
      sums.b += counts.b[last] ?? 0
      // All of them together are *any value*, the opposite of *no value*.
      if (first === 0 && last === bins - 1) continue
      const range: Candidate = {
        attribute,
        value: { kind: 'range', from: cuts[first - 1] ?? null, to: cuts[last] ?? null },
        ...sums,
        bins: [first, last],
      }
      for (const event of several) if (event.bins.some(bin => bin >= first && bin <= last)) range[event.set]++
      ranges.push(range)
    }
  }
  const values = absent.a + absent.b === inA.length ? 0 : bins
  return { candidates: [...ranges, ...absentCandidate(attribute, absent)], values }
}

const absentCandidate = (attribute: number, { a, b }: { a: number; b: number }): Candidate[] =>
  a + b === 0 ? [] : [{ attribute, value: { kind: 'absent' }, a, b }]

/** Returns a function that tells whether an event, by its index, has the value of a candidate. */
export function membership(table: ContrastTable, candidate: Candidate): (event: number) => boolean {
  const column = table.columns[candidate.attribute]
  if (column?.kind === 'text') {
    const code = candidate.code ?? -1
    return event => {
      const own = column.codes[event] ?? -1
      return own === code || (own < -1 && listOf(column, own).includes(code))
    }
  }
  if (!column) return () => false
  const { value } = candidate
  const isWithin = (each: number): boolean =>
    value.kind === 'range' && each >= (value.from ?? -Infinity) && each < (value.to ?? Infinity)
  return event => {
    const own = column.numbers[event] ?? Number.NaN
    if (!Number.isNaN(own)) return isWithin(own)
    const others = column.several.get(event)
    return others === undefined ? value.kind === 'absent' : others.some(isWithin)
  }
}
