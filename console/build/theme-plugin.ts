import { themeScript } from '@assay/design-system/theme-script'
import type { Plugin } from 'vite'
import { fallbackLanguage, shippedLanguages } from '../platform/i18n/languages.ts'

/**
 * Inserts the inline script that sets theme, density, language and direction at the top of the head of every page:
 * nothing flashes.
 */
export function themePlugin(): Plugin {
  return {
    name: 'assay-theme',
    transformIndexHtml: () => [
      { tag: 'script', children: themeScript(shippedLanguages, fallbackLanguage), injectTo: 'head-prepend' },
    ],
  }
}
