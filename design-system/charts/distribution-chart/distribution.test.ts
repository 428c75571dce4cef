import { expect, it } from 'vitest'
import {
  classShares,
  confusionAt,
  countsAtOrAbove,
  mergeBins,
  moveThreshold,
  normaliseBins,
  zonesOf,
} from './distribution.ts'

const bins = [
  { from: 0, to: 249, legitimate: 800, fraud: 2 },
  { from: 250, to: 499, legitimate: 150, fraud: 8 },
  { from: 500, to: 749, legitimate: 40, fraud: 30 },
  { from: 750, to: 999, legitimate: 10, fraud: 60 },
]

it('the distribution counts what a limit stops', () => {
  expect(confusionAt(bins, 500)).toEqual({
    truePositive: 90,
    falsePositive: 50,
    falseNegative: 10,
    trueNegative: 950,
    detection: 0.9,
    falsePositiveRate: 0.05,
    precision: 90 / 140,
    stopped: 140 / 1100,
    fraudBelow: 10 / 960,
  })
  // Half of the bin lies above its middle.
  expect(confusionAt(bins, 625)).toMatchObject({ truePositive: 75, falsePositive: 30 })
  expect(confusionAt(bins, 0)).toMatchObject({ falseNegative: 0, trueNegative: 0, detection: 1, fraudBelow: null })
  expect(confusionAt(bins, 1000)).toMatchObject({ truePositive: 0, falsePositive: 0, precision: null })
  expect(confusionAt([], 500)).toMatchObject({ detection: null, stopped: null })
})

it('the distribution loses no event between zones', () => {
  for (const limits of [[], [333], [333, 334], [0, 999], [720, 800]]) {
    const zones = zonesOf(bins, limits, 0, 999)
    expect(zones).toHaveLength(limits.length + 1)
    expect(zones.reduce((all, zone) => all + zone.legitimate, 0)).toBe(1000)
    expect(zones.reduce((all, zone) => all + zone.fraud, 0)).toBe(100)
  }
  expect(zonesOf(bins, [500, 750], 0, 999)).toEqual([
    { from: 0, to: 499, legitimate: 950, fraud: 10 },
    { from: 500, to: 749, legitimate: 40, fraud: 30 },
    { from: 750, to: 999, legitimate: 10, fraud: 60 },
  ])
})

it('the distribution reads broken bins', () => {
  expect(
    normaliseBins([
      { from: 10, to: 19, legitimate: -4, fraud: Number.NaN },
      { from: Number.NaN, to: 5, legitimate: 1, fraud: 1 },
      { from: 0, to: 9, legitimate: 1, fraud: 0 },
    ]),
  ).toEqual([
    { from: 0, to: 9, legitimate: 1, fraud: 0 },
    { from: 10, to: 19, legitimate: 0, fraud: 0 },
  ])
  expect(countsAtOrAbove([], 3)).toEqual({ legitimate: 0, fraud: 0 })
})

it('shares each class by itself and joins bins', () => {
  expect(classShares(bins)[3]).toEqual({ legitimate: 0.01, fraud: 0.6 })
  expect(classShares([{ from: 0, to: 9, legitimate: 4, fraud: 0 }])).toEqual([{ legitimate: 1, fraud: 0 }])
  expect(mergeBins(bins, 2)).toEqual([
    { from: 0, to: 499, legitimate: 950, fraud: 10 },
    { from: 500, to: 999, legitimate: 50, fraud: 90 },
  ])
  expect(mergeBins([], 2)).toEqual([])
})

it('the distribution moves handles by keys and never past each other', () => {
  const range = { min: 0, max: 999, steps: { small: 1, large: 10, page: 50 } }
  const press = (values: number[], index: number, key: string, shiftKey = false) =>
    moveThreshold(values, index, { key, shiftKey }, range)
  expect(press([720], 0, 'ArrowRight')).toEqual([721])
  expect(press([720], 0, 'ArrowLeft', true)).toEqual([710])
  expect(press([720], 0, 'PageUp')).toEqual([770])
  expect(press([720], 0, 'Home')).toEqual([0])
  expect(press([980], 0, 'PageUp')).toEqual([999])
  expect(press([600, 800], 0, 'End')).toEqual([800, 800])
  expect(press([600, 800], 1, 'Home')).toEqual([600, 600])
  expect(press([600, 620], 1, 'PageDown')).toEqual([600, 600])
  expect(press([600], 0, 'a')).toBeNull()
  expect(press([600], 3, 'Home')).toBeNull()
})
