// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { client } from '../api/client.ts'
import { stubConsoleApi } from '../testing/console-api-stub.ts'
import { hookWrapper } from '../testing/hook-wrapper.ts'
import { pressButton } from '../testing/user-input.ts'
import { BackendChip } from './backend-chip.tsx'
import { startBackendTarget } from './backend-target.ts'

const backends = { Perf: 'https://perf.example.net' }
/** Opens the console at an address. */
const open = (address: string) => {
  history.replaceState(null, '', address)
  startBackendTarget(backends, () => undefined)
}

beforeEach(() => {
  stubConsoleApi({})
})

it('[spec 4.18] a test backend is chosen by the address, asked under its own name, shown, and left again', async () => {
  const asked: Request[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request)
    return Promise.resolve(Response.json({ json: null }))
  })
  open('/?perf=true&period=90d')
  expect(location.search).toBe('?period=90d')
  await client.session.get()
  expect(asked.map(({ url }) => url)).toEqual(['https://perf.example.net/api/console/rpc/session/get'])
  expect(asked[0]?.headers.get('x-assay-custom-auth')).toBe('Perf')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer token')
  expect(localStorage.getItem('assay/backend-target')).toBe('Perf')
  // The choice is stored; a target that is not configured changes nothing.
  open('/?poc=true')
  render(hookWrapper({ children: createElement(BackendChip) }))
  expect(screen.getByText('Backend:', { exact: false }).textContent).toBe('Backend: Perf')
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  await pressButton('Back to normal')
  expect(reload).toHaveBeenCalledOnce()
  expect(localStorage.getItem('assay/backend-target')).toBeNull()
  vi.unstubAllGlobals()
  cleanup()
  open('/')
  render(hookWrapper({ children: createElement(BackendChip) }))
  expect(screen.queryByText('Backend:', { exact: false })).toBeNull()
})
