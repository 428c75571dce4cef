import { expect, it } from 'vitest'
import { createShutdown } from './shutdown.ts'

it('the shutdown closes what was opened in a fixed order, one part after another', async () => {
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
    'runners',
    'jobs',
    'cases',
    'demo data',
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
