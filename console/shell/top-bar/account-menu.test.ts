// @vitest-environment jsdom
import { createAppIntl, type Messages } from '@assay/design-system/i18n'
import { defaultPreferences, type Preferences } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import messages from '../../../locales/en-US.json' with { type: 'json' }
import { LanguageProvider } from '../../platform/i18n/i18n.tsx'
import { texts } from '../../platform/i18n/texts.ts'
import { stubCatalogues } from '../../platform/testing/catalogue-stub.ts'
import { type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { loadPreferences, storedPreferences } from '../../platform/testing/preferences.ts'
import { AccountMenu } from './account-menu.tsx'
import { UserPreferences } from './preferences.tsx'

const english = messages as unknown as Messages

let calls: RecordedCall[]
beforeEach(() => {
  let version = 0
  calls = stubConsoleApi({
    'preferences.update': () => ({
      version: ++version,
      preferences: defaultPreferences as unknown as Preferences,
    }),
  })
  stubCatalogues(['Shell.Account.Menu', 'Shell.Account.Language'])
})

async function chooseInSubmenu(submenu: string, choice: string): Promise<void> {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Account of Engineer' }), { key: 'Enter' })
  fireEvent.keyDown(await screen.findByRole('menuitem', { name: submenu }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: choice }))
}
const readChanges = () =>
  calls.filter(({ procedure }) => procedure === 'preferences.update').map(({ input }) => input['changes'])

it('the account menu saves the look and the language that somebody chooses, and speaks it at once', async () => {
  texts.activate({ language: 'en-US', messages: english })
  renderPage(
    createElement(LanguageProvider, {
      initial: { intl: createAppIntl({ locale: 'en-US', messages: english, onError: () => undefined }), missing: null },
      children: createElement(AccountMenu),
    }),
  )
  await chooseInSubmenu('Theme', 'Dark')
  await waitFor(() => expect(readChanges()).toEqual([{ theme: 'dark' }]))
  await chooseInSubmenu('Language', 'العربية')
  await waitFor(() => expect(readChanges()).toEqual([{ theme: 'dark' }, { language: 'ar-AE' }]))
  await waitFor(() => expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar-AE', 'rtl']))
  // The next visit begins in it.
  expect(localStorage.getItem('DFP/Market')).toBe('ar-AE')
})

it.each([
  ['user', false, /Without it, the decided case stays open/, true],
  ['on', true, /has switched it on for everyone/, false],
  ['off', false, /has switched it off for everyone/, false],
] as const)('when the tenant says %s, opening the next case says who decides it', async (nextCase, on, help, may) => {
  stubConsoleApi({
    'preferences.get': () => storedPreferences({ autoAdvance: false }),
    'caseOptions.get': () => ({ nextCase, maturityDays: 90, listReasons: {}, externalLinks: [], tags: [] }),
  })
  await loadPreferences()
  texts.activate({ language: 'en-US', messages: english })
  renderPage(
    createElement(LanguageProvider, {
      initial: { intl: createAppIntl({ locale: 'en-US', messages: english, onError: () => undefined }), missing: null },
      children: createElement(UserPreferences, { onClose: () => undefined }),
    }),
  )
  const control = await screen.findByRole<HTMLButtonElement>('switch', {
    name: /Open the next case/,
    description: help,
  })
  expect([control.getAttribute('aria-checked'), !control.disabled]).toEqual([String(on), may])
})
