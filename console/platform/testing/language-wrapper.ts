import { createAppIntl } from '@assay/design-system/i18n'
import { createElement, type ReactNode } from 'react'
import messages from '../../../locales/en-US.json' with { type: 'json' }
import { LanguageProvider } from '../i18n/i18n.tsx'

/** What pages find around them that show or change the language of the console. */
export const languageWrapper = (children: ReactNode): ReactNode =>
  createElement(LanguageProvider, {
    initial: { intl: createAppIntl({ locale: 'en-US', messages }), missing: null },
    children,
  })
