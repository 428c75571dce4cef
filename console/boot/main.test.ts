// @vitest-environment jsdom
import { configure, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

const trackError = vi.hoisted(() => vi.fn())
vi.mock(import('../platform/telemetry/telemetry.ts'), async importActual => ({ ...(await importActual()), trackError }))
vi.mock(import('../platform/i18n/i18n.tsx'), async importActual => {
  const { createAppIntl } = await import('@assay/design-system/i18n')
  const intl = createAppIntl({ locale: 'en-US', messages: {} })
  return { ...(await importActual()), loadLanguage: () => Promise.resolve({ intl, missing: null }) }
})
// Nobody can be signed in, and the page that would say so does not arrive.
vi.mock(import('../platform/session/identity/identity-client.ts'), async importActual => ({
  ...(await importActual()),
  createIdentityClient: () =>
    ({
      initialize: () => Promise.resolve(),
      handleRedirectPromise: () => Promise.reject(Object.assign(new Error('no'), { errorCode: 'server_error' })),
    }) as never,
}))
vi.mock(import('../platform/session/sign-in-error-page.tsx'), () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock(import('./signed-in.tsx'), async () => {
  const { createElement } = await import('react')
  const { SessionGate } = await import('../platform/session/session-gate.tsx')
  return { SignedIn: () => createElement(SessionGate, { fallback: null, children: null }) }
})

configure({ asyncUtilTimeout: 10_000 })

it('a failure whose own page cannot be fetched ends on the page of a failed start, reported under the id that it shows, which can be reloaded', async () => {
  document.head.innerHTML = `<script type="application/json" id="site-configuration">${JSON.stringify({
    tenantName: 'organizations',
    tenantId: '',
    basePath: '',
    build: '20260101.1',
    features: { mockData: false },
  })}</script>`
  document.body.innerHTML = '<div id="root"></div>'
  await import('./main.tsx')
  const page = within(await screen.findByRole('alert'))
  expect(page.getByRole('heading', { level: 1, name: 'The console could not start' })).toBeTruthy()
  const id = /correlation id: ([\da-f-]{36})/.exec(document.querySelector('pre')?.textContent ?? '')?.[1]
  expect(id).toBeDefined()
  expect(trackError).toHaveBeenLastCalledWith(expect.any(Error), 4, id)
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  page.getByRole('button', { name: 'Reload' }).click()
  expect(reload).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
}, 60_000)
