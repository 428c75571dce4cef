// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { storyIntl } from '../testing/catalogues.ts'
import { AppIntlProvider } from './app-intl-provider.tsx'

afterEach(cleanup)

it('the provider writes language and direction on the page when they change, and not with every new text', () => {
  const { documentElement: html } = document
  const watch = new MutationObserver(() => undefined)
  watch.observe(html, { attributes: true })
  const changed = () => watch.takeRecords().map(({ attributeName }) => attributeName)
  const { rerender } = render(<AppIntlProvider value={storyIntl('ar-AE')}>x</AppIntlProvider>)
  expect(changed()).toEqual(['lang', 'dir'])
  expect([html.lang, html.dir]).toEqual(['ar-AE', 'rtl'])
  rerender(<AppIntlProvider value={{ ...storyIntl('ar-AE') }}>x</AppIntlProvider>)
  expect(changed()).toEqual([])
  rerender(<AppIntlProvider value={storyIntl('de-DE')}>x</AppIntlProvider>)
  expect([html.lang, html.dir]).toEqual(['de-DE', 'ltr'])
  watch.disconnect()
})
