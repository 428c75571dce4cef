// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { watchConnection } from '../../platform/offline/connection.ts'
import { PreferencesProvider } from '../../platform/preferences/preferences-provider.tsx'
import { setInPageSession } from '../../platform/session/in-page-session.ts'
import { SessionGate } from '../../platform/session/index.ts'
import type { SessionUser } from '../../platform/session/session-account.ts'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { languageWrapper } from '../../platform/testing/language-wrapper.ts'
import { Component } from './list/environments-page.tsx'

beforeEach(() => {
  stubConsoleApi({
    'environmentTemplates.list': () => ({ templates: [], used: 0, limit: 10 }),
    'preferences.update': () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    },
  })
})

function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

it('commands of environments wait for the connection and say so', async () => {
  const answer = fetch
  // The service is looked for at an address of its own.
  vi.stubGlobal('fetch', (request: Request | string) =>
    typeof request === 'string' ? Promise.resolve(new Response(null)) : answer(request),
  )
  watchConnection()
  renderFailingPage(createElement(Component))
  const isDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'New environment' }).disabled
  await waitFor(() => expect(isDisabled()).toBe(false))
  setOnline(false)
  expect(isDisabled()).toBe(true)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Harbor' }), { key: 'Enter' })
  for (const name of [/^New child environment/, /^Edit/]) {
    const command = await screen.findByRole('menuitem', { name })
    expect(command.getAttribute('aria-disabled')).toBe('true')
    expect(command.textContent).toContain('Nothing can be saved until the connection is back.')
  }
  const remove = screen.getByRole('menuitem', { name: /^Delete/ })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  setOnline(true)
  await waitFor(() => expect(isDisabled()).toBe(false))
})

it('a favourite that could not be saved is none, and told', async () => {
  setInPageSession({
    user: { id: 'engineer', tenantId: 'tenant', name: 'Engineer', username: 'engineer@example.com' } as SessionUser,
    tenants: [],
    token: () => Promise.resolve('token'),
    chooseAccount: () => undefined,
  })
  const children = createElement(PreferencesProvider, { children: createElement(Component) })
  renderFailingPage(languageWrapper(createElement(SessionGate, { fallback: null, children })))
  const star = await screen.findByRole('button', { name: 'Make Harbor a favorite' })
  fireEvent.click(star)
  expect(await screen.findByText(/Your choice could not be saved\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Make Harbor a favorite' }).getAttribute('aria-pressed')).toBe('false')
})
