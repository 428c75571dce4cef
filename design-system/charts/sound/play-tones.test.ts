import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeAudio } from '../testing/fake-audio.ts'
import { leadTime, playTones } from './play-tones.ts'
import { tonesOf } from './tones.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function play(...series: (number | null)[][]) {
  const { audio, events, calls } = createFakeAudio()
  const heard: string[] = []
  const stop = playTones(
    audio,
    series.map(values => tonesOf(values)),
    {
      onSeries: n => heard.push(`series ${n}`),
      onStep: step => heard.push(`step ${step}`),
      onEnd: () => heard.push('end'),
    },
  )
  return { events, calls, heard, stop }
}

it('hands rising and falling tones to the audio clock, from left to right', () => {
  const { events, calls } = play([0, 10, 5])
  expect(events).toEqual([])
  vi.advanceTimersByTime(leadTime)
  expect(calls).toEqual(['start'])
  expect(
    events.filter(({ parameter }) => parameter === 'frequency').map(({ value, time }) => [Math.round(value), time]),
  ).toEqual([
    [220, 0],
    [880, 0.25],
    [440, 0.5],
  ])
  expect(events.filter(({ parameter }) => parameter === 'pan').map(({ value }) => value)).toEqual([-1, 0, 1])
  // A tone begins and ends in silence: nothing clicks.
  expect(
    events.filter(({ parameter, time }) => parameter === 'gain' && time === 0.25).map(({ value }) => value),
  ).toContain(0)
})

it('names each series before its tones, and says which step is heard', () => {
  const { heard, calls } = play([1, 2], [4, 3])
  expect(heard).toEqual(['series 0'])
  vi.advanceTimersByTime(leadTime + 250)
  expect(heard).toEqual(['series 0', 'step 0', 'step 1'])
  vi.advanceTimersByTime(250)
  expect(heard.at(-1)).toBe('series 1')
  vi.advanceTimersByTime(leadTime + 500)
  expect(heard).toEqual(['series 0', 'step 0', 'step 1', 'series 1', 'step 0', 'step 1', 'end'])
  expect(calls.at(-1)).toBe('close')
})

it('is silent at once when it is stopped, and tells nothing more', () => {
  const { heard, calls, stop } = play([1, 2, 3])
  vi.advanceTimersByTime(leadTime + 250)
  stop()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(heard).toEqual(['series 0', 'step 0', 'step 1'])
  expect(calls).toEqual(['start', 'disconnect', 'close'])
})

it('a gap has no tone, and a chart without values ends at once', () => {
  const { events } = play([1, null, 3])
  vi.advanceTimersByTime(leadTime)
  expect(events.filter(({ parameter }) => parameter === 'frequency')).toHaveLength(2)
  expect(play().heard).toEqual(['end'])
})
