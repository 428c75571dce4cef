// @vitest-environment jsdom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hookWrapper } from '../testing/hook-wrapper.ts'
import { pressButton } from '../testing/user-input.ts'
import { SessionGate } from './session-gate.tsx'
// What the gate fetches when it has to show it.
import './sign-in-error-page.tsx'

// Parts of a page arrive late on a busy machine.
configure({ asyncUtilTimeout: 4_000 })

const library = vi.hoisted(() => ({
  initialize: () => Promise.resolve(),
  handleRedirectPromise: vi.fn(),
}))
vi.mock(import('./identity/identity-client.ts'), async importActual => ({
  ...(await importActual()),
  createIdentityClient: () => library as never,
}))

beforeEach(() => {
  const configuration = document.createElement('script')
  configuration.id = 'site-configuration'
  configuration.type = 'application/json'
  configuration.textContent = JSON.stringify({
    tenantName: 'organizations',
    tenantId: '',
    build: '20260101.1',
    features: { mockData: false },
  })
  document.head.replaceChildren(configuration)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('[spec 8.2] another error of the sign-in is told with its code, and can be tried again', async () => {
  library.handleRedirectPromise.mockRejectedValue(Object.assign(new Error('no'), { errorCode: 'server_error' }))
  const children = createElement('p', null, 'Behind the sign-in')
  render(hookWrapper({ children: createElement(SessionGate, { fallback: null, children }) }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign-in failed' })).toBeTruthy()
  expect(screen.getByText('server_error')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Use another account' })).toBeTruthy()
  expect(screen.queryByText('Behind the sign-in')).toBeNull()
  const assign = vi.fn()
  vi.stubGlobal('location', { assign, href: 'http://localhost:3000/search?period=90d', hash: '', pathname: '/search' })
  await pressButton('Try again')
  expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:3000/search?period=90d')
})
