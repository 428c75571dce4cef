import { expect, it } from 'vitest'
import { createYieldPoint, runInSlices } from './cooperative.ts'

/** Works for a millisecond, and notes its name, some times. */
function* work(name: string, notes: string[], times: number): Generator<undefined, string> {
  for (let index = 0; index < times; index++) {
    const end = performance.now() + 1
    while (performance.now() < end);
    notes.push(name)
    yield
  }
  return name
}

it('works that pause go on in turn, and one at most between two turns of the event loop', async () => {
  const notes: string[] = []
  let next: NodeJS.Immediate
  const countTurns = (): void => {
    notes.push('turn')
    next = setImmediate(countTurns)
  }
  next = setImmediate(countTurns)
  const works = ['a', 'b', 'c'].map(name => runInSlices(work(name, notes, 20), 0.5))
  expect(await Promise.all(works)).toEqual(['a', 'b', 'c'])
  clearImmediate(next)
  // Each work begins when it is called.
  expect(notes.slice(0, 3)).toEqual(['a', 'b', 'c'])
  const later = notes.slice(3)
  expect(later.filter(note => note !== 'turn').join('')).toBe('abc'.repeat(19))
  expect(later.filter((note, index) => note !== 'turn' && later[index + 1] !== 'turn').length).toBeLessThan(3)
})

it('a work that takes no longer than its slice does not pause', async () => {
  const pause = createYieldPoint(10_000)
  let paused = false
  setTimeout(() => (paused = true), 0)
  for (let index = 0; index < 1000; index++) await pause()
  expect(paused).toBe(false)
})
