// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { hookWrapper } from '../testing/hook-wrapper.ts'
import { isOtherPage, useLeaveGuard } from './use-leave-guard.tsx'

/** A form at `/lists`, beside a page at `/search`. */
function renderGuard(dirty: boolean) {
  let page: ReactNode
  const router = createMemoryRouter([{ path: '*', Component: () => page }], { initialEntries: ['/lists'] })
  const wrapper = ({ children }: { children: ReactNode }) => {
    page = children
    return hookWrapper({ children: createElement(RouterProvider, { router }) })
  }
  const { result } = renderHook(() => useLeaveGuard(dirty, isOtherPage), { wrapper })
  return { guard: result, router }
}
/** What asks before the tab is closed, of this test alone: the window is shared with other tests. */
const asking = new Set<EventListenerOrEventListenerObject | null>()
beforeEach(() => {
  asking.clear()
  const { addEventListener, removeEventListener } = window
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener, options) => {
    if (type === 'beforeunload') asking.add(listener)
    else addEventListener.call(window, type, listener, options)
  })
  vi.spyOn(window, 'removeEventListener').mockImplementation((type: string, listener, options) => {
    if (type === 'beforeunload') asking.delete(listener)
    else removeEventListener.call(window, type, listener, options)
  })
})
const closeTab = () => {
  const event = new Event('beforeunload', { cancelable: true })
  for (const listener of asking) if (typeof listener === 'function') listener(event)
  return event.defaultPrevented
}

it('a form with something unsaved stays when another page or the closing of its tab would take it away', async () => {
  const { guard, router } = renderGuard(true)
  const close = vi.fn()
  expect(closeTab()).toBe(true)
  await act(() => router.navigate('/search'))
  expect(router.state.location.pathname).toBe('/lists')
  act(() => guard.current.guard(close))
  expect(close).not.toHaveBeenCalled()
})

it('an address of the same page, and what was saved, ask nothing', async () => {
  const { guard, router } = renderGuard(true)
  await act(() => router.navigate('/lists?row=7'))
  expect(router.state.location.search).toBe('?row=7')
  await act(async () => guard.current.leave(() => router.navigate('/search')))
  expect(router.state.location.pathname).toBe('/search')
})

it('a form without anything unsaved is left at once', async () => {
  const { guard, router } = renderGuard(false)
  const close = vi.fn()
  expect(closeTab()).toBe(false)
  act(() => guard.current.guard(close))
  expect(close).toHaveBeenCalledTimes(1)
  await act(() => router.navigate('/search'))
  expect(router.state.location.pathname).toBe('/search')
})
