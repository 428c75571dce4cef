// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNow } from './use-now.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the time is the same everywhere, moves on, and is current for what appears between two ticks', () => {
  const first = renderHook(() => useNow())
  expect(first.result.current).toBe(1_000_000)
  act(() => vi.advanceTimersByTime(10_000))
  expect(first.result.current).toBe(1_000_000)
  const second = renderHook(() => useNow())
  expect(second.result.current).toBe(1_010_000)
  expect(first.result.current).toBe(1_010_000)
  act(() => vi.advanceTimersByTime(20_000))
  expect([first.result.current, second.result.current]).toEqual([1_030_000, 1_030_000])
})
