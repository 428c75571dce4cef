import { expect, it } from 'vitest'
import { createShutdown } from './shutdown.ts'

it('the shutdown closes what was opened in a fixed order, one step after another', async () => {
  const shutdown = createShutdown()
  const closed: string[] = []
  for (const part of [
    'listener',
    'store',
    'sample service',
    'live streams',
    'list sources',
    'calls',
    'trials',
    'engine',
    'change subscription',
    'identity',
    'demo data',
    'jobs',
    'cases',
    'runners',
  ] as const)
    shutdown.add(part, async () => {
      await new Promise(resolve => setImmediate(resolve))
      closed.push(part)
    })
  await shutdown.run()
  expect(closed).toEqual([
    'live streams',
    'listener',
    // Together, in the order in which they end.
    'runners',
    'jobs',
    'demo data',
    'cases',
    'identity',
    'change subscription',
    'engine',
    'trials',
    'calls',
    'list sources',
    'sample service',
    'store',
  ])
})

it('a shutdown leaves out the parts that a failed start did not reach', async () => {
  const shutdown = createShutdown()
  const closed: string[] = []
  shutdown.add('store', () => void closed.push('store'))
  shutdown.add('listener', () => void closed.push('listener'))
  await shutdown.run()
  expect(closed).toEqual(['listener', 'store'])
})

it('a shutdown waits for the work of one step together, and names what it waits for', async () => {
  const shutdown = createShutdown()
  const ends = new Map<string, () => void>()
  for (const part of ['reports', 'rings', 'cases', 'store'] as const)
    shutdown.add(part, () => new Promise<void>(resolve => ends.set(part, resolve)))
  const turn = () => new Promise(resolve => setImmediate(resolve))
  expect(shutdown.closing()).toBeNull()
  const ended = shutdown.run()
  await turn()
  expect(shutdown.closing()).toBe('reports, rings')
  ends.get('reports')?.()
  await turn()
  expect(shutdown.closing()).toBe('rings')
  ends.get('rings')?.()
  await turn()
  expect(shutdown.closing()).toBe('cases')
  ends.get('cases')?.()
  await turn()
  ends.get('store')?.()
  await ended
  expect(shutdown.closing()).toBeNull()
})
