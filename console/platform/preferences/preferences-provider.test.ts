// @vitest-environment jsdom
import { defaultPreferences, type Preferences } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { requestedLanguage } from '../i18n/i18n.tsx'
import { stubCatalogues } from '../testing/catalogue-stub.ts'
import { stubLayout } from '../testing/dom-stubs.ts'

const ids = ['Preferences.Title', 'Preferences.SaveFailed', 'Common.Retry', 'Shell.Account.ThemeDark']
vi.mock('../session/index.ts', async original => ({
  ...(await original<object>()),
  useSession: () => person,
}))
let person = { id: '', tenantId: 'tenant' }
// Loading all modules of the console again takes a moment on a busy machine.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 4_000 })
const lost = new ORPCError('SERVICE_UNAVAILABLE')

beforeEach(() => {
  stubLayout()
  localStorage.clear()
  // Without texts of the library and the dialog, ids stand in their place.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

/** The console for a user with preferences. */
async function renderConsole(chosen: Partial<Preferences>, update?: () => unknown) {
  person = { ...person, id: crypto.randomUUID() }
  // One after the other: what two of them import must be one.
  const { stubConsoleApi } = await import('../testing/console-api-stub.ts')
  const { LanguageProvider, loadLanguage } = await import('../i18n/i18n.tsx')
  const { PreferencesProvider } = await import('./preferences-provider.tsx')
  const { PreferencesDialog } = await import('./preferences-dialog.tsx')
  const { ToastProvider } = await import('@assay/design-system')
  const stored = { version: 1, preferences: { ...(defaultPreferences as unknown as Preferences), ...chosen } }
  const calls = stubConsoleApi({
    'preferences.get': () => stored,
    ...(update ? { 'preferences.update': update } : {}),
  })
  stubCatalogues(ids)
  const dialog = createElement(PreferencesDialog, { startPages: [], tenantOpensNext: null, onClose: () => undefined })
  const children = createElement(ToastProvider, null, createElement(PreferencesProvider, null, dialog))
  render(createElement(LanguageProvider, { initial: await loadLanguage(), children }))
  await waitFor(() => expect(calls.map(({ procedure }) => procedure)).toContain('preferences.get'))
}
const settled = () => new Promise(resolve => setTimeout(resolve, 50))

it.each([
  ['?mkt=da-DK', ''],
  ['?mkt=', ''],
  ['', ''],
  ['?mkt=nl-BE', 'nl-NL'],
])('the address %s asks for the language "%s"', (address, language) => {
  history.replaceState(null, '', `/${address}`)
  expect(requestedLanguage()).toBe(language)
})

it('the language that the address asks for is spoken in place of the one that was chosen', async () => {
  history.replaceState(null, '', '/?mkt=nl-BE')
  await renderConsole({ language: 'de-DE' })
  await settled()
  expect(document.documentElement.lang).toBe('nl-NL')
})

it('a choice that cannot be saved is taken back, is said, and can be tried again', async () => {
  let refused = true
  await renderConsole({ theme: 'light' }, () => {
    if (refused) throw lost
    return { version: 2, preferences: { ...(defaultPreferences as unknown as Preferences), theme: 'dark' } }
  })
  const theme = () => document.documentElement.dataset['theme']
  await waitFor(() => expect(theme()).toBe('light'))
  fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }))
  await waitFor(() => expect(theme()).toBe('dark'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your choice could not be saved. The previous setting is still in effect.',
  )
  expect(theme()).toBe('light')
  refused = false
  fireEvent.click(await screen.findByRole('button', { name: 'Try again', hidden: true }))
  await waitFor(() => expect(theme()).toBe('dark'))
})

it('the language that was chosen is spoken where the address asks for one that there is not', async () => {
  history.replaceState(null, '', '/?mkt=da-DK')
  // The parameters of the address are read once, when the module is loaded.
  vi.resetModules()
  await renderConsole({ language: 'de-DE' })
  await waitFor(() => expect(document.documentElement.lang).toBe('de-DE'))
  await settled()
  expect(document.documentElement.lang).toBe('de-DE')
})
