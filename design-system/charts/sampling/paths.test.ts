import { expect, it } from 'vitest'
import { lineBreak } from './m4.ts'
import { areaPath, linePath, seriesPixels } from './paths.ts'

const gap = Number.NaN
const scale = { left: 40, top: 10, width: 100, height: 50, low: 0, high: 100 }
const values = Float64Array.from([0, 100, gap, 50, 25])
const indexes = [0, 1, lineBreak, 3, 4]
const pixels = seriesPixels(5, scale)

it('a value stands in the middle of its band, at its height, to the hundredth of a pixel', () => {
  expect([pixels.x(0), pixels.x(4), pixels.y(0), pixels.y(100), pixels.y(1 / 3)]).toEqual([50, 130, 60, 10, 59.83])
  expect(seriesPixels(5, { ...scale, high: 0 }).y(7)).toBe(35)
})

it('a line is interrupted at a gap, and a value alone is a point', () => {
  expect(linePath(values, indexes, pixels)).toBe('M50,60L70,10M110,35L130,47.5')
  expect(linePath(values, [0, lineBreak, 3], pixels)).toBe('M50,60ZM110,35Z')
  expect(linePath(values, [], pixels)).toBe('')
})

it('an area goes back along its lower bound, zero or the series below it', () => {
  expect(areaPath(values, undefined, indexes, pixels)).toBe('M50,60L70,10L70,60L50,60ZM110,35L130,47.5L130,60L110,60Z')
  const floor = Float64Array.from([0, 20, 20, 40, 0])
  expect(areaPath(values, floor, indexes, pixels)).toBe('M50,60L70,10L70,50L50,60ZM110,35L130,47.5L130,60L110,40Z')
  expect(areaPath(values, undefined, [], pixels)).toBe('')
})
