import vm from 'node:vm'
import { expect, it } from 'vitest'
import { themeScript } from './theme-script.ts'

function run(stored: Record<string, string>, search = '', languages = ['de-AT'], dark = false) {
  const documentElement = { dataset: {} as Record<string, string>, lang: '', dir: '' }
  vm.runInNewContext(themeScript(['en-US', 'de-DE', 'ar-AE'], 'en-US'), {
    document: { documentElement },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    location: { search },
    navigator: { languages },
    matchMedia: () => ({ matches: dark }),
    URLSearchParams,
  })
  return { ...documentElement.dataset, lang: documentElement.lang, dir: documentElement.dir }
}

it('the theme script resolves appearance and language before first paint', () => {
  expect(run({})).toEqual({ theme: 'light', density: 'comfortable', contrast: 'normal', lang: 'de-DE', dir: 'ltr' })
  expect(run({}, '?mkt=ar-AE', [], true)).toEqual({
    theme: 'dark',
    density: 'comfortable',
    contrast: 'normal',
    lang: 'ar-AE',
    dir: 'rtl',
  })
  expect(run({ 'assay.theme': 'dark', 'assay.density': 'compact', 'DFP/Market': 'ar' })).toMatchObject({
    theme: 'dark',
    density: 'compact',
    lang: 'ar-AE',
  })
  expect(run({ 'assay.theme': '"><script>' })).toMatchObject({ theme: 'light' })
})
