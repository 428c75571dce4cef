import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceInterval, type PlaceCircle, travelBetween } from './distance-interval.ts'

const hour = 3_600_000
const seattle = { latitude: 47.6062, longitude: -122.3321, radiusKm: 0 }
const newYork = { latitude: 40.7128, longitude: -74.006, radiusKm: 0 }
const circle = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  radiusKm: fc.double({ min: 0, max: 2000, noNaN: true }),
})
const elapsed = fc.integer({ min: 0, max: 1000 * hour })
const earthRadius = 6371.0088

describe('the interval of a distance', () => {
  it('Seattle to New York is 3,866 km or 2,402 miles, to itself 0', () => {
    const { km, nearestKm, farthestKm } = distanceInterval(seattle, newYork)
    expect(km).toBeCloseTo(3866, -1)
    expect(km / 1.609344).toBeCloseTo(2402, -1)
    expect([nearestKm, farthestKm]).toEqual([km, km])
    expect(distanceInterval(seattle, seattle)).toEqual({ km: 0, nearestKm: 0, farthestKm: 0 })
  })
  it('a quarter of the equator is a quarter of the circumference', () => {
    const { km } = distanceInterval(
      { latitude: 0, longitude: 0, radiusKm: 0 },
      { latitude: 0, longitude: 90, radiusKm: 0 },
    )
    expect(km).toBeCloseTo((Math.PI * earthRadius) / 2, 6)
  })
  it('both radii are taken off and added', () => {
    const { km, nearestKm, farthestKm } = distanceInterval({ ...seattle, radiusKm: 38 }, { ...newYork, radiusKm: 5 })
    expect(nearestKm).toBeCloseTo(km - 43, 9)
    expect(farthestKm).toBeCloseTo(km + 43, 9)
  })
  it('rings that overlap may hold one place, and nothing is farther than the other side of the earth', () => {
    expect(distanceInterval({ ...seattle, radiusKm: 38 }, { ...seattle, radiusKm: 5 })).toEqual({
      km: 0,
      nearestKm: 0,
      farthestKm: 43,
    })
    const [north, south] = [
      { latitude: 89, longitude: 0, radiusKm: 200 },
      { latitude: -89, longitude: 180, radiusKm: 200 },
    ]
    expect(distanceInterval(north, south).farthestKm).toBeCloseTo(Math.PI * earthRadius, 6)
  })
  it('holds the distance of the centres, is the same both ways and grows with the radii', () => {
    fc.assert(
      fc.property(circle, circle, (a, b) => {
        const { km, nearestKm, farthestKm } = distanceInterval(a, b)
        expect(nearestKm).toBeGreaterThanOrEqual(0)
        expect(nearestKm).toBeLessThanOrEqual(km)
        expect(farthestKm).toBeGreaterThanOrEqual(km)
        expect(farthestKm).toBeLessThanOrEqual(Math.PI * earthRadius + 1e-6)
        expect(distanceInterval(b, a).km).toBeCloseTo(km, 6)
        const wider = distanceInterval({ ...a, radiusKm: a.radiusKm + 10 }, b)
        expect(wider.nearestKm).toBeLessThanOrEqual(nearestKm)
        expect(wider.farthestKm).toBeGreaterThanOrEqual(farthestKm)
      }),
    )
  })
  it('agrees with the angle between the two vectors', () => {
    const vector = ({ latitude, longitude }: PlaceCircle): readonly [number, number, number] => {
      const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
      return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
    }
    fc.assert(
      fc.property(circle, circle, (a, b) => {
        const [[x1, y1, z1], [x2, y2, z2]] = [vector(a), vector(b)]
        const across = Math.hypot(y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2)
        const angle = Math.atan2(across, x1 * x2 + y1 * y2 + z1 * z2)
        expect(Math.abs(distanceInterval(a, b).km - earthRadius * angle)).toBeLessThan(0.01)
      }),
    )
  })
})

describe('a journey', () => {
  const far = distanceInterval({ ...seattle, radiusKm: 100 }, { ...newYork, radiusKm: 100 })
  it('is impossible when even the nearest edges need more than 900 km/h', () => {
    // 3,666, 3,866 and 4,066 km.
    expect(travelBetween(far, 4 * hour)).toMatchObject({ travel: 'impossible' })
    expect(travelBetween(far, 4.2 * hour).travel).toBe('uncertain')
    expect(travelBetween(far, 4.5 * hour).travel).toBe('uncertain')
    expect(travelBetween(far, 4.6 * hour).travel).toBe('possible')
    const { leastKmPerHour, kmPerHour, mostKmPerHour } = travelBetween(far, 4 * hour)
    expect([leastKmPerHour, kmPerHour, mostKmPerHour].map(speed => Math.round(speed ?? 0))).toEqual([916, 966, 1016])
  })
  it('at exactly 900 km/h is possible', () => {
    const interval = { km: 900, nearestKm: 900, farthestKm: 900 }
    expect(travelBetween(interval, hour).travel).toBe('possible')
    expect(travelBetween(interval, hour - 1).travel).toBe('impossible')
  })
  it('within no time has no speed, and is impossible where the rings do not touch', () => {
    expect(travelBetween(far, 0)).toMatchObject({ kmPerHour: null, leastKmPerHour: null, travel: 'impossible' })
    expect(travelBetween({ km: 10, nearestKm: 0, farthestKm: 40 }, 0).travel).toBe('uncertain')
  })
  it('between locations with one centre is possible at once: nothing shows a movement', () => {
    expect(travelBetween({ km: 0, nearestKm: 0, farthestKm: 30 }, 0).travel).toBe('possible')
  })
  it('never becomes more suspicious with more time, nor impossible by a larger ring', () => {
    const rank = { possible: 0, uncertain: 1, impossible: 2 }
    fc.assert(
      fc.property(circle, circle, elapsed, (a, b, ms) => {
        const { travel } = travelBetween(distanceInterval(a, b), ms)
        expect(rank[travelBetween(distanceInterval(a, b), ms + hour).travel]).toBeLessThanOrEqual(rank[travel])
        if (travel !== 'impossible')
          expect(travelBetween(distanceInterval({ ...a, radiusKm: a.radiusKm + 50 }, b), ms).travel).not.toBe(
            'impossible',
          )
      }),
    )
  })
})
