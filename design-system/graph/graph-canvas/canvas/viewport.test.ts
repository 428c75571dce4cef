import { expect, it } from 'vitest'
import { labelSizeAt } from './viewport.ts'

it('labels keep a legible size on screen when the picture is fitted into its frame', () => {
  expect([1.25, 1, 0.9].map(labelSizeAt)).toEqual([12, 12, 12])
  for (const zoom of [0.85, 0.7, 0.6]) {
    expect(labelSizeAt(zoom) * zoom).toBeGreaterThanOrEqual(10.5)
    expect(labelSizeAt(zoom) * zoom).toBeLessThanOrEqual(12)
  }
  // Further away more size would make labels cover one another.
  expect(labelSizeAt(0.1)).toBe(18)
})
