// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSpaced } from './use-spaced.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs at once, and then once however often it is called within the time', () => {
  const action = vi.fn()
  const { result } = renderHook(() => useSpaced(3_000, action))
  for (let call = 0; call < 5; call += 1) result.current()
  expect(action).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2_999)
  expect(action).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(action).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(3_000)
  expect(action).toHaveBeenCalledTimes(2)
  result.current()
  expect(action).toHaveBeenCalledTimes(3)
})

it('runs the action of the latest render, and none after the view is gone', () => {
  const [former, latest] = [vi.fn(), vi.fn()]
  const { result, rerender, unmount } = renderHook(({ action }) => useSpaced(3_000, action), {
    initialProps: { action: former },
  })
  result.current()
  result.current()
  rerender({ action: latest })
  vi.advanceTimersByTime(3_000)
  expect([former.mock.calls.length, latest.mock.calls.length]).toEqual([1, 1])
  result.current()
  unmount()
  vi.advanceTimersByTime(3_000)
  expect(latest).toHaveBeenCalledTimes(1)
})
