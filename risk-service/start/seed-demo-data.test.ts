import { afterEach, expect, it, vi } from 'vitest'
import type { Store } from '../kernel/store/store.ts'
import type { GrowOptions } from '../tools/demo/seed/grow.ts'
import type { OpenedEngine } from './open-engine.ts'
import { createShutdown } from './process/shutdown.ts'
import { growDemoData } from './seed-demo-data.ts'

const { growDemo } = vi.hoisted(() => ({ growDemo: vi.fn<(options: GrowOptions) => Promise<number>>() }))
vi.mock('../tools/demo/seed/grow.ts', () => ({ growDemo }))
afterEach(() => growDemo.mockReset())

const query = vi.fn(() => Promise.resolve())
const write = vi.fn()
const store = { maintenance: {}, maintenancePool: { query } } as unknown as Store
function grow(settings: { demo: boolean; demoEvents: number | null }) {
  const shutdown = createShutdown()
  growDemoData(settings, store, {} as OpenedEngine, { log: { write } }, shutdown)
  return shutdown
}

it('the demo has the events that the setting names, and an installation without a demo gets none', async () => {
  await grow({ demo: true, demoEvents: 4000 }).run()
  await grow({ demo: true, demoEvents: 0 }).run()
  await grow({ demo: false, demoEvents: null }).run()
  await vi.dynamicImportSettled()
  expect(growDemo).not.toHaveBeenCalled()
})

it('a demo of no chosen size grows beside its users, to a thousand purchases a day for ninety days', async () => {
  growDemo.mockResolvedValue(150_000)
  grow({ demo: true, demoEvents: null })
  await vi.waitFor(() => expect(query).toHaveBeenCalledWith('analyze'))
  const [{ events, inFlight = Infinity }] = growDemo.mock.calls[0] as [GrowOptions]
  // Of all events, two thirds are purchases of the first tenant.
  expect(events * 0.65).toBeGreaterThan(1000 * 90)
  expect(inFlight).toBeLessThan(16)
})

it('a stop of the service ends the growth before the engine is closed, and is no failure', async () => {
  let ended = false
  growDemo.mockImplementation(
    ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () =>
          setImmediate(() => {
            ended = true
            reject(new Error('aborted'))
          }),
        ),
      ),
  )
  const shutdown = grow({ demo: true, demoEvents: null })
  await vi.waitFor(() => expect(growDemo).toHaveBeenCalled())
  shutdown.add('engine', () => expect(ended).toBe(true))
  await shutdown.run()
  expect(ended).toBe(true)
  expect(write).not.toHaveBeenCalled()
})
