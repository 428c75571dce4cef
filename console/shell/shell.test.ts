// @vitest-environment jsdom
import type { Environment, Session } from '@assay/risk-service/contract'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../platform/api/query-client.ts'
import { EnvironmentProvider, environmentPolling } from '../platform/environments/environments.tsx'
import { storeLastEnvironment } from '../platform/environments/last-environment.ts'
// What the frame fetches when it has to show it.
import '../platform/environments/no-environment.tsx'
import { recordResponse, watchConnection } from '../platform/offline/connection.ts'
import { stubConsoleApi } from '../platform/testing/console-api-stub.ts'
import { stubLayout } from '../platform/testing/dom-stubs.ts'
import { hookWrapper } from '../platform/testing/hook-wrapper.ts'
import { languageWrapper } from '../platform/testing/language-wrapper.ts'
import { Shell } from './shell.tsx'

configure({ asyncUtilTimeout: 4_000 })
vi.setConfig({ testTimeout: 20_000 })

const harbor = {
  id: '0198a000-0000-7000-8000-000000000001',
  parentId: null,
  name: 'Harbor',
  friendlyName: 'Harbor',
  kind: 'production',
  path: ['Harbor'],
  status: 'Active',
  hasAccess: true,
  ancestorIds: [],
  tags: [],
  failure: null,
  capabilities: { search: 'read', dashboard: 'read' },
} as unknown as Environment
const session = (environments: Environment[]) =>
  ({
    tenant: { id: 'tenant', name: 'Harbor Retail' },
    tenantConfiguration: { assignedRoles: [] },
    directoryRoles: [],
    user: { id: 'user', name: 'Engineer' },
    environments,
    seeded: true,
    setUp: true,
    fcraDue: false,
  }) as unknown as Session

let environments: Environment[]
beforeEach(() => {
  stubLayout()
  localStorage.clear()
  storeLastEnvironment('tenant', harbor.id)
  environments = [harbor]
  stubConsoleApi({
    'session.get': () => session(environments),
    'preferences.get': () => ({ version: 0, preferences: {} }),
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The frame around a page at an address. */
function renderShell(address = '/search') {
  const frame = createElement(EnvironmentProvider, { fallback: null, children: createElement(Outlet) })
  const page = createElement('h1', null, 'The page')
  const shell = languageWrapper(createElement(Shell))
  const router = createMemoryRouter(
    [{ element: frame, children: [{ element: shell, children: [{ path: '*', element: page }] }] }],
    { initialEntries: [address] },
  )
  render(hookWrapper({ queryClient: createQueryClient(), children: createElement(RouterProvider, { router }) }))
  return router
}
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the connection', () => {
  it('the frame says that there is no connection, and no more when it is back', async () => {
    watchConnection()
    renderShell()
    await findTitle('The page')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/You are offline\. The data shown may be out of date\./).textContent).toContain(
      'Nothing can be saved until the connection is back.',
    )
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull())
    await findTitle('The page')
  })
  it.each([
    [60, /The clock of this device is (59|60|61) minutes behind the service/],
    [-60, /The clock of this device is (59|60|61) minutes ahead of the service/],
  ])('the frame says when the clock is wrong: the service is %d minutes ahead', async (minutes, text) => {
    const answer = fetch
    vi.stubGlobal('fetch', async (request: Request) => {
      const response = await answer(request)
      response.headers.set('date', new Date(Date.now() + minutes * 60_000).toUTCString())
      return response
    })
    renderShell()
    await findTitle('The page')
    expect(await screen.findByText(text)).toBeTruthy()
    act(() => recordResponse(new Date().toUTCString(), 200))
    expect(screen.queryByText(/clock of this device/)).toBeNull()
  })
})

describe('the environments', () => {
  const beingDeleted = { ...harbor, status: 'SoftDeleting' } as Environment

  it('while no environment is ready the frame says so with the state of each, and goes on when one is', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    environments = [beingDeleted]
    renderShell()
    await findTitle('No environment is ready for you.')
    expect(screen.getByText('Deleting').closest('li')?.textContent).toContain('Harbor')
    expect(screen.queryByRole('heading', { name: 'The page' })).toBeNull()
    // Environments in progress are polled.
    environments = [harbor]
    await act(() => vi.advanceTimersByTimeAsync(environmentPolling))
    await findTitle('The page')
  })
  it.each(['/environments', '/Environments/'])(
    'while no environment is ready they can be managed, however the address is written: %s',
    async address => {
      environments = [beingDeleted]
      renderShell(address)
      await findTitle('The page')
    },
  )
  it.each(['/', '/search', '/fraud/purchase/rules', '/environments', '/data/lists/custom'])(
    'somebody without a role learns whom to ask, whatever they open: %s',
    async address => {
      environments = []
      renderShell(address)
      await findTitle('You don’t have access to Fraud Protection')
      expect(screen.getByText('Ask an administrator for a role.')).toBeTruthy()
      expect(screen.queryByRole('link', { name: 'Search' })).toBeNull()
      expect(screen.queryByRole('heading', { name: 'The page' })).toBeNull()
    },
  )
})
