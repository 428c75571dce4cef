import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAutosaver, type SaveState } from './autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function bench(fail: () => boolean = () => false) {
  const saved: string[] = []
  const states: SaveState['kind'][] = []
  const saver = createAutosaver<string>({
    save: async value => {
      await new Promise(resolve => setTimeout(resolve, 100))
      if (fail()) throw new Error('offline')
      saved.push(value)
    },
    onState: state => states.push(state.kind),
  })
  return { saver, saved, states }
}

it('autosave waits for a rest and saves only the last value', async () => {
  const { saver, saved, states } = bench()
  saver.change('a')
  await vi.advanceTimersByTimeAsync(400)
  saver.change('b')
  await vi.advanceTimersByTimeAsync(499)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(saved).toEqual(['b'])
  expect(states).toEqual(['waiting', 'waiting', 'saving', 'saved'])
  expect(saver.dirty()).toBe(false)
})

it('autosave never saves two at a time, and what was typed meanwhile afterwards', async () => {
  const { saver, saved } = bench()
  saver.change('a')
  const done = saver.flush()
  saver.change('b')
  expect(saver.dirty()).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await done).toBe(true)
  expect(saved).toEqual(['a', 'b'])
})

it('autosave keeps what could not be saved and saves it when asked again', async () => {
  let offline = true
  const { saver, saved, states } = bench(() => offline)
  saver.change('a')
  const first = saver.flush()
  await vi.advanceTimersByTimeAsync(100)
  expect(await first).toBe(false)
  expect([saver.dirty(), states.at(-1)]).toEqual([true, 'failed'])
  offline = false
  const second = saver.flush()
  await vi.advanceTimersByTimeAsync(100)
  expect(await second).toBe(true)
  expect(saved).toEqual(['a'])
})

it('autosave forgets a draft that is gone', async () => {
  const { saver, saved } = bench()
  saver.change('a')
  saver.drop()
  await vi.advanceTimersByTimeAsync(2000)
  expect([saved, saver.dirty()]).toEqual([[], false])
})
