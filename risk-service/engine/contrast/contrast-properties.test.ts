import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ContrastValue } from '../../contract/contrast/contrast.ts'
import { runSync } from '../../contract/cooperative.ts'
import { contrastDefaults, contrast as contrastWork } from './contrast.ts'
import type { ContrastTable } from './contrast-table.ts'
import { binsOf } from './ranges.ts'
import { createPurchases, createRandom, purchaseAttributes, shuffled, tableOf } from './testing/events.ts'
import { type SlowEvent, slowComparisons } from './testing/slow-contrast.ts'
import type { ContrastFinding, ContrastOptions } from './types.ts'

const contrast = (table: ContrastTable, ...options: [ContrastOptions?]) => runSync(contrastWork(table, ...options))

/** Two sets of one population, of which A has some values more often. */
const populations = fc.record({
  seed: fc.integer(),
  sizeA: fc.integer({ min: 1, max: 60 }),
  sizeB: fc.integer({ min: 1, max: 120 }),
  planted: fc.double({ min: 0, max: 1, noNaN: true }),
})

function draw({ seed, sizeA, sizeB, planted }: typeof populations extends fc.Arbitrary<infer T> ? T : never) {
  const random = createRandom(seed)
  const a = createPurchases(sizeA, random).map(
    (event): SlowEvent =>
      random() < planted ? { ...event, device: 'shared', country: 'LT', amount: 40 + 20 * random() } : event,
  )
  return { a, b: createPurchases(sizeB, random), random }
}

const runs = { seed: 20_261, numRuns: 60 }

const keyOf = (attribute: string, value: ContrastValue): string =>
  `${attribute} ${
    value.kind === 'equals'
      ? value.text.toLowerCase()
      : value.kind === 'absent'
        ? 'null'
        : `${value.from ?? -Infinity}..${value.to ?? Infinity}`
  }`

test('agrees with a slow implementation that looks at one event after the other', () => {
  let compared = 0
  fc.assert(
    fc.property(populations, population => {
      const { a, b } = draw(population)
      const table = tableOf(a, b)
      const slow = slowComparisons(a, b, purchaseAttributes, id => {
        const column = table.columns[purchaseAttributes.findIndex(each => each.id === id)]
        return column?.kind === 'number' ? binsOf(column).cuts : []
      })
      const result = contrast(table)
      expect(result.comparisons).toBe(slow.length)
      const discoveries = new Map(
        slow
          .filter(({ q }) => q <= contrastDefaults.falseDiscoveries)
          .map(each => [`${each.attribute} ${Array.isArray(each.value) ? each.value.join('..') : each.value}`, each]),
      )
      const shown = result.findings.flatMap(({ attribute, value, same }) => [{ attribute, value }, ...same])
      for (const { attribute, value } of shown) expect(discoveries.has(keyOf(attribute, value))).toBe(true)
      for (const finding of result.findings) {
        const expected = discoveries.get(keyOf(finding.attribute, finding.value))
        expect(finding.a.count).toBe(expected?.a)
        expect(finding.b.count).toBe(expected?.b)
        expect(finding.p).toBeCloseTo(expected?.p ?? 2, 9)
        expect(finding.q).toBeCloseTo(expected?.q ?? 2, 9)
      }
      // Everything that is found is shown, but for ranges that follow from another one.
      const keys = new Set(shown.map(({ attribute, value }) => keyOf(attribute, value)))
      const rest = [...discoveries].filter(([key, { value }]) => !Array.isArray(value) && !keys.has(key))
      expect(rest.map(([key]) => key)).toEqual([])
      compared += discoveries.size
    }),
    { ...runs, numRuns: 40 },
  )
  // The populations have something to find.
  expect(compared).toBeGreaterThan(100)
})

test('mirrors its figures when the sets are exchanged', () => {
  fc.assert(
    fc.property(populations, population => {
      const { a, b } = draw(population)
      const [there, back] = [contrast(tableOf(a, b)), contrast(tableOf(b, a))]
      expect(back.comparisons).toBe(there.comparisons)
      expect(back.findings.map(({ attribute, value }) => keyOf(attribute, value))).toEqual(
        there.findings.map(({ attribute, value }) => keyOf(attribute, value)),
      )
      for (const [index, finding] of there.findings.entries()) {
        const mirror = back.findings[index] as ContrastFinding
        expect([mirror.a, mirror.b]).toEqual([finding.b, finding.a])
        expect(mirror.difference.value).toBeCloseTo(-finding.difference.value, 12)
        expect(mirror.difference.low).toBeCloseTo(-finding.difference.high, 12)
        expect(mirror.separation).toBeCloseTo(finding.separation, 12)
        if (finding.ratio.value) expect(mirror.ratio.value ?? Infinity).toBeCloseTo(1 / finding.ratio.value, 6)
      }
    }),
    runs,
  )
})

test('does not depend on the order of the events', () => {
  fc.assert(
    fc.property(populations, population => {
      const { a, b, random } = draw(population)
      expect(contrast(tableOf(shuffled(a, random), shuffled(b, random)))).toEqual(contrast(tableOf(a, b)))
    }),
    runs,
  )
})

/** Splits of one population, and how many of them have a finding. */
function splitsWithFindings(options: { falseDiscoveries: number; share: number; rounds: number }): number {
  const random = createRandom(7)
  const population = createPurchases(600, random)
  let found = 0
  for (let round = 0; round < options.rounds; round++) {
    const order = shuffled(population, random)
    const cut = Math.round(order.length * options.share)
    const { findings } = contrast(tableOf(order.slice(0, cut), order.slice(cut)), { ...contrastDefaults, ...options })
    if (findings.length > 0) found++
  }
  return found / options.rounds
}

test.each([0.5, 0.1])('finds less than its level in random splits of one population: %d of it', share => {
  // Every finding is a false discovery here, so that their share is that of the splits with one.
  expect(splitsWithFindings({ falseDiscoveries: 0.05, share, rounds: 200 })).toBeLessThan(0.05)
  // It is its level that makes it so: a high one finds something in many of them.
  expect(splitsWithFindings({ falseDiscoveries: 0.9, share, rounds: 40 })).toBeGreaterThan(0.1)
})

test('finds what is there among thousands of values that are not', () => {
  const random = createRandom(9)
  const population = createPurchases(5500, random)
  const a = population.slice(0, 500).map((event, index) => (index < 8 ? { ...event, device: 'shared' } : event))
  const { findings } = contrast(tableOf(a, population.slice(500)))
  expect(findings.map(({ attribute, value }) => keyOf(attribute, value))).toEqual(['device shared'])
})
