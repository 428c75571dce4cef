import { afterAll, expect, vi } from 'vitest'

/**
 * Fails a test file that leaves timers or clocks of its own behind. Files share a process (see `vitest.config.ts`):
 * what one leaves, the next ones run on, and fail at random.
 */
const real = ((globalThis as { realTimers?: ReturnType<typeof timers> }).realTimers ??= timers())

function timers() {
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, Date, performance } =
    globalThis
  return {
    ...{ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, Date, performance },
    now: performance.now,
  }
}

afterAll(() => {
  // Vitest does so after each file: a spy on a fake timer would put the fake one back.
  vi.restoreAllMocks()
  const left = timers()
  for (const name of Object.keys(real) as (keyof typeof real)[])
    expect(left[name] === real[name], `${name} is the real one after the file`).toBe(true)
})
