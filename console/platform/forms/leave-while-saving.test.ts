// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { IntlProvider } from 'react-intl'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLeaveGuard } from './use-leave-guard.tsx'

type State = Record<'dirty' | 'saving', boolean>
let show: (state: State) => void

function Form() {
  const [{ dirty, saving }, setState] = useState<State>({ dirty: true, saving: false })
  show = setState
  return useLeaveGuard(dirty, undefined, saving).question
}
function open() {
  const router = createMemoryRouter(
    [
      { path: '/form', Component: Form },
      { path: '/list', element: 'The list' },
    ],
    { initialEntries: ['/form'] },
  )
  render(
    createElement(
      IntlProvider,
      { locale: 'en-US', onError: () => undefined },
      createElement(RouterProvider, { router }),
    ),
  )
  return router
}
const question = () => screen.queryByRole('alertdialog')
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a page that is left while its input is saved asks nothing, and is left when it is saved', async () => {
  const router = open()
  act(() => show({ dirty: true, saving: true }))
  await act(() => router.navigate('/list'))
  expect(question()).toBeNull()
  expect(router.state.location.pathname).toBe('/form')
  await act(async () => show({ dirty: false, saving: true }))
  expect(router.state.location.pathname).toBe('/list')
})

it('asks when saving fails', async () => {
  const router = open()
  act(() => show({ dirty: true, saving: true }))
  await act(() => router.navigate('/list'))
  expect(question()).toBeNull()
  await act(async () => show({ dirty: true, saving: false }))
  expect(question()).toBeTruthy()
  expect(router.state.location.pathname).toBe('/form')
})

it('asks when saving takes long, and leaves by itself when it is saved in the end', async () => {
  const router = open()
  act(() => show({ dirty: true, saving: true }))
  await act(() => router.navigate('/list'))
  act(() => vi.advanceTimersByTime(1000))
  expect(question()).toBeTruthy()
  await act(async () => show({ dirty: false, saving: false }))
  expect(router.state.location.pathname).toBe('/list')
})
