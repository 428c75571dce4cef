import { describe, expect, it } from 'vitest'
import { isPresent, isWithinHours } from './availability.ts'

const weekdays = [1, 2, 3, 4, 5]
const office = { timeZone: 'Europe/Berlin', days: weekdays, from: '09:00', until: '17:30' }
const night = { timeZone: 'Europe/Berlin', days: [5], from: '22:00', until: '06:00' }
const within = (hours: Parameters<typeof isWithinHours>[0], time: string) => isWithinHours(hours, new Date(time))

describe('working hours', () => {
  // In winter Berlin is one hour ahead of UTC. 3 March 2025 is a Monday.
  it.each([
    ['2025-03-03T07:59:59Z', false],
    ['2025-03-03T08:00:00Z', true],
    ['2025-03-03T16:29:59Z', true],
    ['2025-03-03T16:30:00Z', false],
    ['2025-03-02T10:00:00Z', false],
  ])('from and until on the days of the week: %s', (time, expected) => expect(within(office, time)).toBe(expected))

  it.each([
    ['Friday before', '2025-03-07T20:59:00Z', false],
    ['Friday evening', '2025-03-07T21:00:00Z', true],
    ['midnight', '2025-03-07T23:00:00Z', true],
    ['Saturday early', '2025-03-08T04:59:00Z', true],
    ['Saturday morning', '2025-03-08T05:00:00Z', false],
    ['Saturday evening', '2025-03-08T21:30:00Z', false],
    ['Friday early belongs to Thursday', '2025-03-07T02:00:00Z', false],
  ])('over midnight: %s', (_, time, expected) => expect(within(night, time)).toBe(expected))

  it('from Sunday into Monday', () => {
    const sunday = { ...night, days: [7] }
    expect(within(sunday, '2025-03-03T03:00:00Z')).toBe(true)
    expect(within(sunday, '2025-03-04T03:00:00Z')).toBe(false)
  })

  it('follow the clocks when they change', () => {
    // On Sunday, 30 March 2025 Berlin goes from 02:00 to 03:00; from then on it is two hours ahead of UTC.
    expect(within(office, '2025-03-28T08:00:00Z')).toBe(true)
    expect(within(office, '2025-03-31T07:00:00Z')).toBe(true)
    expect(within(office, '2025-03-31T06:59:00Z')).toBe(false)
    const saturday = { ...night, days: [6] }
    expect(within(saturday, '2025-03-30T03:59:00Z')).toBe(true)
    expect(within(saturday, '2025-03-30T04:00:00Z')).toBe(false)
    // On 26 October the hour from 02:00 comes twice, and is within the hours both times.
    const small = { ...office, days: [7], from: '02:00', until: '03:00' }
    expect(
      ['2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z', '2025-10-26T02:30:00Z'].map(time => within(small, time)),
    ).toEqual([true, true, false])
  })

  it('the same from and until is the whole day', () => {
    const whole = { ...office, days: [1], from: '08:00', until: '08:00' }
    expect(within(whole, '2025-03-03T06:59:00Z')).toBe(false)
    expect(within(whole, '2025-03-03T07:00:00Z')).toBe(true)
    expect(within(whole, '2025-03-04T06:59:00Z')).toBe(true)
  })
})

it('somebody without hours is there at any time, unless away', () => {
  const now = new Date('2025-03-02T03:00:00Z')
  expect(isPresent({ away: false, hours: null }, now)).toBe(true)
  expect(isPresent({ away: true, hours: null }, now)).toBe(false)
})
