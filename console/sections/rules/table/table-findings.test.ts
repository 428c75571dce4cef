import { runSync } from '@assay/risk-service/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Clause } from '../rule-draft.ts'
import { tableOf } from './decision-table.ts'
import { findingsOf } from './table-findings.ts'
import {
  anyClauses,
  anyEvent,
  compiledClauses,
  eventsFor,
  factsOf,
  type RandomEvent,
} from './testing/random-clauses.ts'

const clausesOf = (...texts: string[]): Clause[] =>
  texts.map((text, at) => ({ name: `clause${at + 1}`, section: 'prior', text }))
const look = (clauses: readonly Clause[]) => runSync(findingsOf(tableOf(clauses), factsOf))
const rowsOf = (...texts: string[]) => Object.fromEntries(look(clausesOf(...texts)).rows)
const gapOf = (...texts: string[]) => {
  const { gap } = look(clausesOf(...texts))
  return gap === null || gap === 'unknown' ? gap : gap.cells.map(({ dimension, part }) => [dimension.id, part])
}

describe('rows without effect', () => {
  it('are those that one earlier row covers, or several together', () => {
    expect(
      rowsOf('RETURN Reject() WHEN @"amount" > 10', 'RETURN Review() WHEN @"amount" > 20 && @"country" == "a"'),
    ).toEqual({
      1: [{ kind: 'shadowed', by: [0] }],
    })
    expect(
      rowsOf(
        'RETURN Approve() WHEN @"new" == true',
        'RETURN Reject() WHEN @"amount" >= 10',
        'RETURN Review() WHEN @"amount" < 10',
        'RETURN Reject() WHEN @"amount" == 5',
        'RETURN Approve() WHEN @"country" == "a"',
      ),
    ).toEqual({
      1: [{ kind: 'overlap', with: [0] }],
      2: [{ kind: 'overlap', with: [0] }],
      3: [{ kind: 'shadowed', by: [2] }],
      4: [{ kind: 'shadowed', by: [1, 2] }],
    })
  })
  it('are none behind a row that decides nothing, has a text, or may fail', () => {
    const covered = 'RETURN Review() WHEN @"amount" > 20'
    expect(rowsOf('OBSERVE Output(a = 1) WHEN @"amount" > 10', covered)).toEqual({})
    expect(rowsOf('RETURN Reject() WHEN @"amount" > 10 && (@"a" == 1 || @"b" == 1)', covered)).toEqual({})
    expect(rowsOf('LET $n = @"code".ToInt32()\nRETURN Reject() WHEN @"amount" > 10', covered)).toEqual({})
    expect(rowsOf('RETURN Reject() WHEN @"code".ToInt32() > 1', 'RETURN Review() WHEN @"code".ToInt32() > 2')).toEqual({
      1: [{ kind: 'shadowed', by: [0] }],
    })
    expect(
      rowsOf(
        'RETURN Reject() WHEN @"code".ToInt32() > 1',
        'RETURN Review() WHEN @"code".ToInt32() <= 1',
        'RETURN Approve()',
      ),
    ).toEqual({})
  })
  it('are those whose conditions contradict one another; in a list they need not', () => {
    expect(rowsOf('RETURN Reject() WHEN @"amount" > 10 && @"amount" < 5')).toEqual({ 0: [{ kind: 'impossible' }] })
    expect(rowsOf('RETURN Reject() WHEN @"items.price" > 10 && @"items.price" < 5')).toEqual({})
  })
})

it('routes decide as decisions do; actions decide nothing, and their tables have no gap', () => {
  const routes = ['ROUTETO Queue("large") WHEN @"amount" > 10', 'ROUTETO Queue("huge") WHEN @"amount" > 100']
  expect(rowsOf(...routes)).toEqual({ 1: [{ kind: 'shadowed', by: [0] }] })
  expect(rowsOf(routes[0] ?? '', 'ROUTETO Queue("new") WHEN @"new"')).toEqual({ 1: [{ kind: 'overlap', with: [0] }] })
  expect(rowsOf(routes[0] ?? '', 'ROUTETO Queue("large") WHEN @"new"')).toEqual({})
  expect(gapOf(...routes, 'ROUTETO Queue("small")')).toBeNull()
  expect(gapOf(...routes)).toEqual([['@"amount"', { kind: 'range', from: -Infinity, to: 10 }]])
  const actions = tableOf(clausesOf('DO Output(a = 1) WHEN @"amount" > 10', 'DO Output(b = 1) WHEN @"amount" > 20'))
  const { rows, gap } = runSync(findingsOf(actions, factsOf, false))
  expect([...rows]).toEqual([])
  expect(gap).toBeNull()
})

it('an overlap is named where decisions differ, and not where an exception stands before its rule', () => {
  const first = 'RETURN Reject() WHEN @"amount" > 10'
  expect(rowsOf(first, 'RETURN Review() WHEN In(@"country", "a,b")')).toEqual({ 1: [{ kind: 'overlap', with: [0] }] })
  expect(rowsOf(first, 'RETURN Reject() WHEN In(@"country", "a,b")')).toEqual({})
  expect(rowsOf(first, 'RETURN Approve() WHEN @"amount" > 5')).toEqual({})
  expect(rowsOf(first, 'RETURN Approve() WHEN @"amount" <= 10')).toEqual({})
})

it('an overlap is not named where tests of one attribute, or what is computed from it, depend on one another', () => {
  const none = (...texts: string[]) => expect(rowsOf(...texts)).toEqual({})
  none('RETURN Reject() WHEN IsBlock("Emails", @"user.email")', 'RETURN Approve() WHEN IsSafe("Emails", @"user.email")')
  none('RETURN Reject() WHEN @"country" == "DE"', 'RETURN Review() WHEN @"country".StartsWith("F")')
  none('RETURN Reject() WHEN @"amount" > 10', 'RETURN Review() WHEN @amount < 5')
  none('RETURN Reject() WHEN @"amount" > 10', 'RETURN Review() WHEN $limit < 5')
  none(
    'LET $n = @"amount" + 1\nRETURN Reject() WHEN @"country" == "a" AND @"new"',
    'RETURN Review() WHEN @"amount" > 10',
    'RETURN Reject() WHEN $n < 5',
  )
  none('RETURN Reject() WHEN @"user" == null', 'RETURN Review() WHEN @"user.email" == "a"')
  none('RETURN Reject() WHEN Model.Risk().Score > 10', 'RETURN Review() WHEN Model.Risk().Reasons == "a"')
  expect(
    rowsOf(
      'LET $n = @"amount" + 1\nRETURN Approve() WHEN @"new" == true AND $n > 10000',
      'RETURN Review() WHEN @"country" == "a"',
      'RETURN Reject() WHEN $n < 5',
    ),
  ).toEqual({ 2: [{ kind: 'overlap', with: [1] }] })
  expect(rowsOf('RETURN Review() WHEN @"a".ToInt32() > 1', 'RETURN Reject() WHEN @"b".ToInt32() > 1')).toEqual({
    1: [{ kind: 'overlap', with: [0] }],
  })
})

it('each overlap that is named has an event that both rows decide', () => {
  let overlaps = 0
  fc.assert(
    fc.property(anyClauses, clauses => {
      for (const [index, findings] of look(clauses).rows)
        for (const finding of findings) {
          if (finding.kind !== 'overlap') continue
          for (const other of finding.with) {
            const both = [clauses[index], clauses[other]].flatMap(each => each ?? [])
            const decide = compiledClauses(both)
            overlaps += 1
            expect(
              eventsFor(both).some(event => decide(event).every(each => each !== null)),
              both.map(({ text }) => text).join('\n---\n'),
            ).toBe(true)
          }
        }
    }),
    { numRuns: 300 },
  )
  expect(overlaps).toBeGreaterThan(5)
})

it('a gap is a combination that no row reaches; texts leave it open', () => {
  expect(gapOf('RETURN Reject() WHEN @"amount" > 10', 'RETURN Review() WHEN @"amount" < 10')).toEqual([
    ['@"amount"', { kind: 'point', value: 10 }],
  ])
  expect(gapOf('RETURN Reject() WHEN @"amount" > 10', 'RETURN Review() WHEN @"amount" <= 10')).toBeNull()
  expect(gapOf('RETURN Reject() WHEN @"new"', 'RETURN Review() WHEN @"new" == false && @"country" != "a"')).toEqual([
    ['@"new"', { kind: 'truth', value: false }],
    ['@"country"', { kind: 'text', value: 'a' }],
  ])
  expect(gapOf('RETURN Reject() WHEN @"a" == 1 || @"b" == 1')).toBe('unknown')
})

it('what is said of rows and gaps is true of every event', () => {
  let [shadowed, complete, gaps] = [0, 0, 0]
  fc.assert(
    fc.property(anyClauses, fc.array(anyEvent, { minLength: 20, maxLength: 60 }), (clauses, events) => {
      const { rows, gap } = look(clauses)
      const decide = compiledClauses(clauses)
      if ([...rows.values()].flat().some(({ kind }) => kind === 'shadowed')) shadowed += 1
      if (gap === null) complete += 1
      for (const event of events) {
        const decided = decide(event)
        for (const [index, findings] of rows) {
          for (const finding of findings) {
            if (finding.kind === 'impossible') expect(decided[index]).toBeNull()
            if (finding.kind === 'shadowed' && decided[index] !== null)
              expect(
                finding.by.some(by => decided[by] !== null),
                JSON.stringify([event, clauses, finding]),
              ).toBe(true)
          }
        }
        if (gap === null)
          expect(
            decided.some(each => each !== null),
            JSON.stringify([event, clauses]),
          ).toBe(true)
      }
      if (gap === null || gap === 'unknown') return
      gaps += 1
      const event: RandomEvent & Record<string, unknown> = {
        amount: 3,
        country: 'z',
        new: true,
        code: '1',
        items: [{ price: 3, type: 'z' }],
      }
      for (const { dimension, part } of gap.cells) {
        const [, path = '', member] = /^@"(\w+)(?:\.(\w+))?"/.exec(dimension.column.id) ?? []
        const value =
          part.kind === 'point' || part.kind === 'text' || part.kind === 'truth'
            ? part.value
            : part.kind === 'range'
              ? Number.isFinite(part.from) && Number.isFinite(part.to)
                ? (part.from + part.to) / 2
                : Number.isFinite(part.from)
                  ? part.from + 1
                  : part.to - 1
              : part.kind === 'spelling'
                ? part.value.toUpperCase()
                : 'zz'
        if (dimension.predicate !== null) event.country = value === true ? 'az' : 'z'
        else if (path === 'code') event.code = String(Math.trunc(Number(value)))
        else if (member) Object.assign(event.items?.[0] ?? {}, { [member]: value })
        else Object.assign(event, { [path]: value })
      }
      // The value of a sum is none of an attribute.
      if (gap.cells.some(({ dimension }) => dimension.column.id.startsWith('('))) return
      // A number between two whole ones is no code.
      if (gap.cells.some(({ dimension, part }) => dimension.column.id.startsWith('@"code"') && part.kind === 'range'))
        return
      expect(
        decide(event).every(each => each === null),
        JSON.stringify([event, clauses, gap]),
      ).toBe(true)
    }),
    { numRuns: 400 },
  )
  // The samples are not empty.
  expect(Math.min(shadowed, complete, gaps)).toBeGreaterThan(5)
})

it('200 rows with 20 columns take bounded work', () => {
  const clauses = Array.from(
    { length: 200 },
    (_, row) =>
      `RETURN ${row % 2 === 0 ? 'Reject' : 'Review'}("r${row}")\nWHEN ${Array.from({ length: 20 }, (_each, column) => `@"c${column}" > ${(row * 7 + column * 3) % 50}`).join(' AND ')}`,
  )
  const work = findingsOf(tableOf(clausesOf(...clauses)), () => ({ single: true, folded: false }))
  // A slice ends at each of these steps; the work between two of them is one row, or one box.
  let steps = 0
  while (work.next().done !== true) steps += 1
  expect(steps).toBeLessThan(50_000)
})
