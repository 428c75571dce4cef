// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { FormattedMessage } from 'react-intl'
import { expect, it, vi } from 'vitest'
import { LanguageProvider, loadLanguage, useLanguage } from '../platform/i18n/i18n.tsx'
import type { Language } from '../platform/i18n/languages.ts'
import { stubCatalogues } from '../platform/testing/catalogue-stub.ts'
import { LanguageNotice } from './language-notice.tsx'

const ids = ['Shell.Nav.Search', 'Shell.Language.Missing', 'Common.Retry']
const texts = { english: 'Search', french: 'Recherche', german: 'Suche' }

function Choice({ tag }: { tag: Language }) {
  const { choose } = useLanguage()
  return createElement('button', { type: 'button', onClick: () => void choose(tag) }, tag)
}

/** A page with one text, and a button for each of two languages. */
async function renderText(): Promise<void> {
  const initial = await loadLanguage()
  render(
    createElement(LanguageProvider, {
      initial,
      children: [
        createElement(LanguageNotice, { key: 'notice' }),
        createElement('h1', { key: 'text' }, createElement(FormattedMessage, { id: 'Shell.Nav.Search' })),
        createElement(Choice, { key: 'fr-FR', tag: 'fr-FR' }),
        createElement(Choice, { key: 'de-DE', tag: 'de-DE' }),
      ],
    }),
  )
}
const readTitle = () => screen.getByRole('heading').textContent
const readLook = () => [document.documentElement.lang, localStorage.getItem('DFP/Market')]

it('texts that cannot be loaded give English with a notice, and come when asked for again', async () => {
  localStorage.setItem('DFP/Market', 'fr-FR')
  stubCatalogues(ids, { 'fr-FR': Promise.reject(new TypeError('Failed to fetch')) })
  await renderText()
  expect(readTitle()).toBe(texts.english)
  const notice = screen.getByText(/could not be loaded/)
  expect(notice.textContent).toContain('Français could not be loaded.')
  vi.unstubAllGlobals()
  stubCatalogues(ids)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(readTitle()).toBe(texts.french))
  expect(screen.queryByText(/Français/)).toBeNull()
  expect(readLook()).toEqual(['fr-FR', 'fr-FR'])
})

it('the last choice of a language counts, also when its texts come before those of the one before', async () => {
  let arrive = (): void => undefined
  const late = new Promise<void>(resolve => {
    arrive = resolve
  })
  stubCatalogues(ids, { 'fr-FR': late })
  await renderText()
  expect(readTitle()).toBe(texts.english)
  fireEvent.click(screen.getByRole('button', { name: 'fr-FR' }))
  fireEvent.click(screen.getByRole('button', { name: 'de-DE' }))
  await vi.waitFor(() => expect(readTitle()).toBe(texts.german))
  arrive()
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(readTitle()).toBe(texts.german)
  expect(readLook()).toEqual(['de-DE', 'de-DE'])
})
