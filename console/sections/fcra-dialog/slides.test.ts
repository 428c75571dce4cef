import { describe, expect, it } from 'vitest'
import { readingTime } from './slides.ts'
import { slideAt } from './use-presentation.ts'

describe('the presentation', () => {
  it('the presentation shows each slide for its time and stays on the last', () => {
    const times = [1000, 2000, 500]
    expect([0, 999, 1000, 2999, 3000, 3499, 3500, 99_999].map(elapsed => slideAt(times, elapsed))).toEqual([
      0, 0, 1, 1, 2, 2, 2, 2,
    ])
    expect(slideAt([], 0)).toBe(0)
  })

  it('the presentation gives time to read, longer for longer texts', () => {
    expect([readingTime(''), readingTime('x'.repeat(100)), readingTime('x'.repeat(200))]).toEqual([6000, 6000, 11_000])
  })
})
