// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyPart, retryUntilLoaded } from './lazy-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a part that cannot be fetched leaves the page as it is, and comes when it can', async () => {
  let reachable = false
  let tries = 0
  const Part = lazyPart(() => {
    tries += 1
    return reachable
      ? Promise.resolve({ default: () => <p>The part</p> })
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module: https://c.example/part.js'))
  })
  render(
    <>
      <input aria-label="Typed" defaultValue="Half a na" />
      <Suspense fallback="Waiting">
        <Part />
      </Suspense>
    </>,
  )
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByLabelText<HTMLInputElement>('Typed').value).toBe('Half a na')
  expect(screen.queryByText('Waiting')).not.toBeNull()
  expect(tries).toBe(4)
  reachable = true
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByText('The part')).not.toBeNull()
})

it.each([
  'error loading dynamically imported module: x',
  'Importing a module script failed.',
  'Unable to preload CSS for /dist/x.css',
  'Loading chunk TourDialog failed.',
  'Loading CSS chunk Search failed.',
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
])('a lazy part asks again after: %s', async message => {
  const load = vi.fn(() => Promise.resolve('here')).mockRejectedValueOnce(new Error(message))
  const loading = retryUntilLoaded(load)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await loading).toBe('here')
  expect(load).toHaveBeenCalledTimes(2)
})

it('what came and is broken is told', async () => {
  await expect(retryUntilLoaded(() => Promise.reject(new TypeError('x is not a function')))).rejects.toThrow(
    'x is not a function',
  )
})
