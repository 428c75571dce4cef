import { describe, expect, it } from 'vitest'
import {
  appendVisit,
  parseStoredAttributes,
  speedOfTravel,
  storedAttributes,
  type VisitHistory,
} from './visit-history.ts'

const at = (minutes: number): Date => new Date(Date.UTC(2025, 5, 15, 12, minutes))
const long = new Date(0)
const places = new Map([
  ['a', { latitude: 0, longitude: 0 }],
  ['b', { latitude: 0, longitude: 1 }],
  ['c', { latitude: 0, longitude: 10 }],
])
const trailOf = (...visits: (readonly [string | null, number])[]): VisitHistory =>
  visits.reduce<VisitHistory | null>(
    (before, [ip, minutes]) => appendVisit(before, { ip, at: at(minutes) }, long),
    null,
  ) ?? {
    sessions: 0,
    history: [],
  }
const speed = (...visits: (readonly [string | null, number])[]): number =>
  Math.round(speedOfTravel(trailOf(...visits).history, ip => places.get(ip)))

describe('the trail of a cookie', () => {
  it('the trail of a cookie is the latest five, newest first; sessions without an address are counted', () => {
    const { sessions, history } = trailOf(['a', 0], ['b', 1], [null, 2], ['c', 3], ['a', 4], ['b', 5], ['c', 6])
    expect([sessions, history.map(({ ip }) => ip).join('')]).toEqual([7, 'cbacb'])
  })
  it('the trail of a cookie forgets addresses of long ago, and no session', () => {
    expect(appendVisit(trailOf(['a', 0], ['b', 10]), { ip: 'c', at: at(20) }, at(5))).toEqual({
      sessions: 3,
      history: [
        { ip: 'c', timestamp: at(20).toISOString() },
        { ip: 'b', timestamp: at(10).toISOString() },
      ],
    })
  })
  it('the trail of a cookie is read as it was stored, and begins with a session that was stored without one', () => {
    const trail = trailOf(['a', 0], ['b', 1])
    expect(
      parseStoredAttributes({
        attributes: storedAttributes({ platform: 'Win32', sessionCount: '2' }, trail),
        ip: 'b',
        at: at(1),
      }),
    ).toEqual({ attributes: { platform: 'Win32', sessionCount: '2' }, trail })
    expect(parseStoredAttributes({ attributes: { platform: 'Win32' }, ip: 'a', at: at(0) })).toEqual({
      attributes: { platform: 'Win32' },
      trail: trailOf(['a', 0]),
    })
  })
})

describe('the speed of travel', () => {
  it('the speed of travel is the greatest between sessions one after the other, in miles per hour', () => {
    // A degree of the equator is 69.09 miles.
    expect(speed(['a', 0], ['b', 60])).toBe(69)
    expect(speed(['a', 0], ['b', 30], ['c', 59])).toBe(1287)
  })
  it('the speed of travel is 0 for a single session, for one place, and where places are not known', () => {
    expect([speed(['a', 0]), speed(['a', 0], ['a', 1]), speed(['a', 0], ['x', 1], ['b', 2]), speed()]).toEqual([
      0, 0, 0, 0,
    ])
  })
  it('the speed of travel is finite for two sessions at once', () => {
    expect(speed(['a', 0], ['b', 0])).toBe(248736)
  })
})
