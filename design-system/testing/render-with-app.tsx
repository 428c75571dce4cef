import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { AppIntlProvider } from '../i18n/index.ts'
import { AnnouncerProvider } from '../lib/announcer.tsx'
import { storyIntl } from './catalogues.ts'
import '../styles/index.css'

export interface RenderOptions {
  /**
   * A catalogue of the product or a pseudo-locale: `qps-ploc` is longer and bracketed, `qps-plocm` is also right to
   * left.
   */
  locale?: string
  theme?: 'light' | 'dark'
}

/** Renders inside the providers of an application: language, direction, live regions and the appearance on `<html>`. */
export function renderWithApp(
  children: ReactNode,
  { locale = 'en-US', theme = 'light' }: RenderOptions = {},
): RenderResult {
  const intl = storyIntl(locale)
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.density = 'comfortable'
  return render(children, {
    wrapper: ({ children: inside }) => (
      <AppIntlProvider value={intl}>
        <AnnouncerProvider>
          <div className="bg-surface p-4 text-sm text-fg">{inside}</div>
        </AnnouncerProvider>
      </AppIntlProvider>
    ),
  })
}
