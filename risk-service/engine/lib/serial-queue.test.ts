import { expect, it } from 'vitest'
import { createKeyedQueue } from './serial-queue.ts'

it('tasks of one key run one after another, also after a failure, and wait for no other key', async () => {
  const queue = createKeyedQueue()
  const steps: string[] = []
  const gate = Promise.withResolvers<void>()
  const task =
    (name: string, until: Promise<void> = Promise.resolve(), fails = false) =>
    async () => {
      steps.push(`${name} begins`)
      await until
      steps.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const first = queue('a', task('first', gate.promise, true))
  const second = queue('a', task('second'))
  expect(await queue('b', task('other'))).toBe('other')
  expect(steps).toEqual(['first begins', 'other begins', 'other ends'])
  gate.resolve()
  await expect(first).rejects.toThrow('first')
  expect(await second).toBe('second')
  expect(steps.slice(3)).toEqual(['first ends', 'second begins', 'second ends'])
  expect(await queue('a', task('third'))).toBe('third')
})
