import { expect, it } from 'vitest'
import { createSlicedWork, type Steps } from './slices.ts'

/** A clock and a queue of tasks by hand. */
function createBench() {
  let time = 0
  let tasks: (() => void)[] = []
  const work = createSlicedWork({
    now: () => time,
    later: run => {
      tasks.push(run)
      return () => {
        tasks = tasks.filter(task => task !== run)
      }
    },
  })
  const done: string[] = []
  /** Work of so many steps, each of so many milliseconds. */
  function* steps(name: string, count: number, each: number): Steps {
    for (let step = 0; step < count; step += 1) {
      time += each
      done.push(`${name}${step}`)
      yield
    }
  }
  const runTask = () => tasks.shift()?.()
  return { work, done, steps, runTask, waiting: () => tasks.length }
}

it('long work is done in tasks of some milliseconds', () => {
  const { work, done, steps, runTask, waiting } = createBench()
  let ended = false
  work.start(steps('a', 5, 3), () => {
    ended = true
  })
  expect([done.length, work.isRunning]).toEqual([0, true])
  runTask()
  expect(done).toEqual(['a0', 'a1', 'a2'])
  runTask()
  expect([done.length, ended, work.isRunning, waiting()]).toEqual([5, true, false, 0])
})

it('newer work replaces the work under way, which never ends', () => {
  const { work, done, steps, runTask, waiting } = createBench()
  const ended: string[] = []
  work.start(steps('a', 9, 7), () => ended.push('a'))
  runTask()
  work.start(steps('b', 1, 7), () => ended.push('b'))
  while (waiting() > 0) runTask()
  expect(done).toEqual(['a0', 'b0'])
  expect(ended).toEqual(['b'])
})

it('stopped work does nothing more', () => {
  const { work, done, steps, runTask, waiting } = createBench()
  work.start(steps('a', 9, 7), () => undefined)
  runTask()
  work.stop()
  expect([done.length, work.isRunning, waiting()]).toEqual([1, false, 0])
})
