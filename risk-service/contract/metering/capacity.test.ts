import { expect, it } from 'vitest'
import { projectNeeds } from './capacity.ts'

const load = {
  calls: 28_000,
  callsBefore: 28_000,
  peakHour: 3600,
  processorMs: 5,
  storedBytes: 1e9,
  bytesPerEvent: 2000,
}

it('without growth 90 days add their calls to what is stored, and the busiest hour stays', () => {
  expect(projectNeeds(load)).toEqual({
    growth: 1,
    callsPerDay: 1000,
    peakPerSecond: 1,
    // One call a second, 5 ms each, at half of a processor.
    cores: 0.01,
    bytes: 1e9 + 90 * 1000 * 2000,
  })
})
it('growth of 28 days is repeated: twice as many calls become 2 ^ (90 / 28) times as many', () => {
  const later = projectNeeds({ ...load, callsBefore: 14_000 })
  const factor = 2 ** (90 / 28)
  expect(later.growth).toBe(2)
  expect(later.callsPerDay).toBeCloseTo(1000 * factor)
  expect(later.peakPerSecond).toBeCloseTo(factor)
  expect(later.cores).toBeCloseTo(0.01 * factor)
  let arriving = 0
  for (let day = 1; day <= 90; day += 1) arriving += 1000 * 2 ** (day / 28)
  expect(later.bytes).toBeCloseTo(1e9 + arriving * 2000)
})
it('nothing before is no growth, and what was not measured is not known', () => {
  expect(projectNeeds({ ...load, callsBefore: 0 }).growth).toBe(1)
  expect(projectNeeds({ ...load, processorMs: null, bytesPerEvent: null })).toMatchObject({ cores: null, bytes: null })
})
