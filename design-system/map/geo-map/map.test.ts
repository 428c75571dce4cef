import { expect, it } from 'vitest'
import { splitPolygon } from './antimeridian.ts'
import { arcLines, distanceKm, isValidCoordinate, type Position, splitLine } from './great-circle.ts'
import { boundsOf, clustered, heatStep, isSamePlace, type MapPoint, mapModel, pointsAt } from './map-model.ts'
import { codeOf, loadCountryCentres, loadWorld } from './world.ts'

const hamburg = { longitude: 9.99, latitude: 53.55 }
const vilnius = { longitude: 25.28, latitude: 54.69 }

it('the map measures along the surface', () => {
  expect(distanceKm(hamburg, vilnius)).toBeCloseTo(1002, -1)
  expect(distanceKm(hamburg, hamburg)).toBe(0)
  expect(distanceKm({ longitude: 0, latitude: 0 }, { longitude: 180, latitude: 0 })).toBeCloseTo(20_015, 0)
  // Across the date line the distance is short.
  expect(distanceKm({ longitude: 179, latitude: 0 }, { longitude: -179, latitude: 0 })).toBeCloseTo(222.4, 0)
})

it('the map knows a place from numbers', () => {
  expect(isValidCoordinate(hamburg)).toBe(true)
  for (const odd of [
    { longitude: 181, latitude: 0 },
    { longitude: 0, latitude: 91 },
    { longitude: Number.NaN, latitude: 0 },
    { longitude: Infinity, latitude: 2 },
  ])
    expect(isValidCoordinate(odd)).toBe(false)
})

it('the map draws arcs without a line across the map', () => {
  const [line, ...more] = arcLines(hamburg, vilnius)
  expect(more).toEqual([])
  expect(line?.[0]?.[0]).toBeCloseTo(9.99)
  expect(line?.at(-1)?.[1]).toBeCloseTo(54.69)
  const overDateLine = arcLines({ longitude: 140, latitude: 35 }, { longitude: -122, latitude: 37 })
  expect(overDateLine).toHaveLength(2)
  expect(overDateLine[0]?.at(-1)?.[0]).toBe(180)
  expect(overDateLine[1]?.[0]?.[0]).toBe(-180)
  for (const part of overDateLine)
    part.slice(1).forEach(([x], i) => expect(Math.abs(x - (part[i]?.[0] ?? 0))).toBeLessThan(60))
  expect(arcLines(hamburg, hamburg)).toHaveLength(1)
  expect(splitLine([])).toEqual([])
})

const box = (west: number, east: number): Position[] => [
  [west, 0],
  [east, 0],
  [east, 10],
  [west, 10],
  [west, 0],
]

it('the map cuts polygons at the date line', () => {
  expect(splitPolygon([box(10, 20)])).toEqual([
    [
      [
        [10, 0],
        [20, 0],
        [20, 10],
        [10, 10],
        [10, 0],
      ],
    ],
  ])
  const parts = splitPolygon([box(170, -170)])
  expect(parts).toHaveLength(2)
  const widths = parts.map(([ring]) => {
    const xs = ring?.map(([x]) => x) ?? []
    return [Math.min(...xs), Math.max(...xs)]
  })
  expect(widths).toEqual([
    [170, 180],
    [-180, -170],
  ])
  expect(splitPolygon([])).toEqual([])
})

it('the map closes a ring around the pole along the pole', () => {
  const antarctic: Position[] = [-180, -90, 0, 90, 179, -180].map((x, i) => [x, -70 - (i % 2)])
  const [part] = splitPolygon([antarctic])
  expect(part?.[0]?.some(([, y]) => y === -90)).toBe(true)
})

it.each(['coarse', 'fine'] as const)(
  'the map keeps every country of the %s world between the edges, without streaks',
  async detail => {
    const { countries, borders } = await loadWorld(detail)
    expect(countries.features.length).toBeGreaterThan(170)
    const streaks = (lines: readonly (readonly (readonly number[])[])[]) =>
      lines.flatMap(line =>
        line.slice(1).filter(([x = 0, y = 0], i) => {
          const [before = 0, beforeY = 0] = line[i] ?? []
          // Only the pole's own edge runs along the whole map.
          return Math.abs(x) > 180 || (Math.abs(x - before) > 90 && Math.min(y, beforeY) > -89)
        }),
      )
    expect(
      countries.features
        .filter(({ geometry }) => streaks(geometry.coordinates.flat()).length > 0)
        .map(({ properties }) => properties.name),
    ).toEqual([])
    expect(streaks(borders.geometry.coordinates)).toEqual([])
    const russia = countries.features.find(({ properties }) => properties.code === 'RU')
    expect(russia?.geometry.coordinates.some(([ring]) => ring?.every(([x = 0]) => x < -160))).toBe(true)
  },
)

it('the map translates country numbers', () => {
  expect(['276', 643, '010', undefined, 'x'].map(codeOf)).toEqual(['DE', 'RU', 'AQ', '', ''])
})

const point = (id: string, longitude: number, latitude: number, value = 1): MapPoint => ({
  id,
  kind: 'ip',
  label: id,
  longitude,
  latitude,
  value,
})

it('the map takes what makes sense and lists the rest', () => {
  const model = mapModel(
    [
      point('a', 10, 50, 1),
      point('b', 20, 50, 9),
      point('b', 0, 0),
      point('c', 999, 0),
      { ...point('d', 0, 0), kind: 'moon' as never },
    ],
    [
      { id: '1', from: 'a', to: 'b' },
      { id: '2', from: 'a', to: 'c' },
      { id: '3', from: 'a', to: 'gone' },
    ],
    [
      { code: 'de', value: 4 },
      { code: 'FR', value: 9 },
      { code: 'nowhere', value: 2 },
      { code: 'IT', value: Number.NaN },
    ],
  )
  expect(model.points.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd'])
  expect(model.locatedPoints.map(({ id }) => id)).toEqual(['b', 'a', 'd'])
  expect(model.points[3]?.kind).toBe('other')
  expect(model.arcs.map(({ id }) => id)).toEqual(['1'])
  expect(model.regions).toEqual([
    { code: 'FR', value: 9 },
    { code: 'DE', value: 4 },
  ])
})

it('the map has eight steps of heat', () => {
  expect([0, 1, 50, 99, 100, -5].map(value => heatStep(value, 100))).toEqual([0, 0, 4, 7, 7, 0])
  expect(heatStep(5, 0)).toBe(0)
})

it('the map takes near points together until the map is near enough', () => {
  const near = [point('a', 10, 50), point('b', 10.2, 50.1), point('c', -70, 10)]
  expect(
    clustered(near, 1)
      .map(({ points }) => points.length)
      .sort(),
  ).toEqual([1, 2])
  expect(clustered(near, 9)).toHaveLength(3)
  expect(boundsOf(near)).toEqual([-70, 10, 10.2, 50.1])
  expect(boundsOf([])).toBeNull()
})

it('the map knows the middle of every country', async () => {
  const centres = await loadCountryCentres()
  // The mainland, not its territories overseas; also countries that the coarse borders leave out.
  for (const [code, longitude, latitude] of [
    ['FR', 2.4, 46.6],
    ['DE', 10.4, 51.1],
    ['US', -98.6, 39.8],
    ['SG', 103.8, 1.4],
    ['RU', 96, 62],
  ] as const) {
    expect([code, Math.abs((centres.get(code)?.longitude ?? 999) - longitude) < 6]).toEqual([code, true])
    expect([code, Math.abs((centres.get(code)?.latitude ?? 999) - latitude) < 6]).toEqual([code, true])
  }
})

it('marks at one place are told from marks that only lie near each other', () => {
  const cluster = (...longitudes: number[]) => ({
    key: '',
    longitude: 0,
    latitude: 0,
    points: longitudes.map((longitude, index) => ({
      id: String(index),
      kind: 'ip' as const,
      label: '',
      longitude,
      latitude: 1,
    })),
  })
  expect(isSamePlace(cluster(4, 4, 4))).toBe(true)
  expect(isSamePlace(cluster(4, 4.01))).toBe(false)
  expect(isSamePlace(cluster(4))).toBe(false)
})

it('the map counts the points at one place', () => {
  const near = { longitude: hamburg.longitude + 0.0005, latitude: hamburg.latitude }
  expect(pointsAt([hamburg, near, vilnius], hamburg)).toBe(2)
  expect(pointsAt([hamburg, near, vilnius], vilnius)).toBe(1)
})
