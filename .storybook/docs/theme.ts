import { create, type ThemeVars } from 'storybook/theming'
import { colors } from '../../design-system/tokens/color.ts'
import { hexOf } from '../../design-system/tokens/color-math.ts'

export type Base = 'light' | 'dark'

/** What the operating system asks for: the frame of Storybook has no theme switch of its own. */
export const systemBase = (): Base => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** The families of the library: `fonts.css` loads them for pages, `manager.ts` for the frame around them. */
export const sansFamily = 'IBM Plex Sans Variable'
export const monoFamily = 'IBM Plex Mono'

/** The mark of the product as text of HTML: the frame of Storybook takes its title so. */
const title = (ink: string, paper: string) =>
  `<span style="display:flex;align-items:center;gap:8px"><svg viewBox="0 0 20 20" width="20" height="20" fill="none" aria-hidden="true"><rect width="20" height="20" rx="4" fill="${ink}"/><path d="M5.6 15 10 5.2 14.4 15M7.9 12.3h4.2" stroke="${paper}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></svg><span>Assay design system</span></span>`

/** Storybook in the colours of the tokens, for its frame and for the documentation pages. */
export function siteTheme(base: Base): ThemeVars {
  const color = (name: keyof typeof colors) => hexOf(colors[name][base === 'light' ? 0 : 1])
  return create({
    base,
    brandTitle: title(color('text'), color('surface')),
    brandUrl: './?path=/docs/start-welcome--docs',
    brandTarget: '_self',
    fontBase: `"${sansFamily}", "IBM Plex Sans Arabic", "IBM Plex Sans Hebrew", system-ui, sans-serif`,
    fontCode: `"${monoFamily}", ui-monospace, monospace`,
    colorPrimary: color('accent'),
    colorSecondary: color('accent'),
    appBg: color('canvas'),
    appContentBg: color('surface'),
    appPreviewBg: color('surface'),
    appBorderColor: color('border'),
    appBorderRadius: 4,
    textColor: color('text'),
    textInverseColor: color('text-inverse'),
    textMutedColor: color('text-muted'),
    barBg: color('surface'),
    barTextColor: color('text-secondary'),
    barHoverColor: color('accent-text'),
    barSelectedColor: color('accent-text'),
    buttonBg: color('surface'),
    buttonBorder: color('border'),
    booleanBg: color('surface-sunken'),
    booleanSelectedBg: color('surface-raised'),
    inputBg: color('surface'),
    inputBorder: color('border-strong'),
    inputTextColor: color('text'),
    inputBorderRadius: 4,
  })
}
