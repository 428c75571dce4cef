import { expect, it } from 'vitest'
import type { AzureFailure } from './azure-failures.ts'
import type { EventHub } from './event-hub.ts'
import { createHubConnections } from './hub-connections.ts'

/** Connections of which every step is written down; hubs of strings that begin with `fail` cannot be opened. */
function bench(idleMs = 60_000) {
  const steps: string[] = []
  const connections = createHubConnections(
    {},
    {
      idleMs,
      open: async (text): Promise<EventHub | AzureFailure> => {
        steps.push(`open ${text}`)
        if (text.startsWith('fail')) return 'refused'
        return {
          test: async () => null,
          send: async () => null,
          close: async () => {
            steps.push(`close ${text}`)
          },
        }
      },
    },
  )
  const use = (text: string, failure: AzureFailure | null = null) =>
    connections.use('subscription', text, async () => failure)
  return { steps, connections, use }
}

it('a connection stays open for what follows, also after a message that is too large', async () => {
  const { steps, use, connections } = bench()
  expect(await use('a')).toBeNull()
  expect(await use('a', 'size')).toBe('size')
  expect(await use('a')).toBeNull()
  expect(steps).toEqual(['open a'])
  await connections.close()
  expect(steps).toEqual(['open a', 'close a'])
})

it('after a failure, and with another connection string, another one is opened', async () => {
  const { steps, use } = bench()
  expect(await use('a', 'throttled')).toBe('throttled')
  await use('a')
  await use('b')
  await expect.poll(() => steps).toEqual(['open a', 'close a', 'open a', 'open b', 'close a'])
})

it('a hub that cannot be opened is tried anew each time', async () => {
  const { steps, use } = bench()
  expect(await use('fail')).toBe('refused')
  expect(await use('fail')).toBe('refused')
  expect(steps).toEqual(['open fail', 'open fail'])
})

it('a connection without messages is closed', async () => {
  const { steps, use } = bench(1)
  await use('a')
  await expect.poll(() => steps).toEqual(['open a', 'close a'])
  await use('a')
  expect(steps.at(-1)).toBe('open a')
})
