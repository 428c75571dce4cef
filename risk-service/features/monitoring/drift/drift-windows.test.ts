import { expect, it } from 'vitest'
import { driftWindows, hoursOf } from './drift-windows.ts'

/** The windows as the minutes at which they begin and end, in UTC. */
const windowsOf = (timescale: '1h' | '48h' | '8d', now: string, timeZone: string) =>
  driftWindows(timescale, new Date(now), timeZone).map(({ start, now: end }) =>
    [start, end].map(time => new Date(time).toISOString().slice(0, 16)),
  )

it('the weeks before have the same hours by the clocks of the zone, which went back in between', () => {
  // In Berlin on 25 October 2026: 9 o’clock is 8:00 UTC after it and 7:00 before.
  expect(windowsOf('1h', '2026-11-02T08:59:30Z', 'Europe/Berlin')).toEqual([
    ['2026-11-02T08:00', '2026-11-02T08:59'],
    ['2026-10-26T08:00', '2026-10-26T08:59'],
    ['2026-10-19T07:00', '2026-10-19T07:59'],
    ['2026-10-12T07:00', '2026-10-12T07:59'],
    ['2026-10-05T07:00', '2026-10-05T07:59'],
  ])
  expect(windowsOf('1h', '2026-11-02T08:59:30Z', 'UTC').map(([start]) => start?.slice(11))).toEqual(
    Array.from({ length: 5 }, () => '08:00'),
  )
})

it('weeks have no hour in common where the clocks went forward', () => {
  // On 29 March 2026: that week has 167 hours.
  const windows = driftWindows('8d', new Date('2026-04-08T06:30:00Z'), 'Europe/Berlin')
  windows.forEach(({ start }, week) => {
    const before = windows[week + 1]
    if (before !== undefined) expect(before.now).toBeLessThan(start)
  })
  expect(windows.map(({ start }) => new Date(start).getUTCHours())).toEqual([7, 8, 8, 8, 8])
})

it('steps begin at multiples of their length where clocks are changed by half an hour', () => {
  for (const { start } of driftWindows('48h', new Date('2026-10-10T06:30:00Z'), 'Australia/Lord_Howe'))
    expect(start % 3_600_000).toBe(0)
})

it('hours of a window are those that it touches', () => {
  const [window] = driftWindows('1h', new Date('2026-11-02T08:30:00Z'), 'UTC')
  expect(hoursOf(window)).toEqual({ from: new Date('2026-11-02T07:00:00Z'), to: new Date('2026-11-02T08:30:00.001Z') })
})
