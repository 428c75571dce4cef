// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAfterFirstPaint } from './use-after-first-paint.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the hook is false for the frame in which a component comes, and true after it', () => {
  const { result } = renderHook(useAfterFirstPaint)
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(5))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(40))
  expect(result.current).toBe(true)
})

it('the hook leaves nothing behind when the component goes first', () => {
  const { unmount } = renderHook(useAfterFirstPaint)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
