/** The looks every story is checked in. A mode is a flat set of globals; both snapshot runners and the story tests read it. */
export const modes = {
  light: { theme: 'light', locale: 'en-US' },
  dark: { theme: 'dark', locale: 'en-US' },
  rtl: { theme: 'light', locale: 'qps-plocm' },
  'rtl-dark': { theme: 'dark', locale: 'qps-plocm' },
  script: { theme: 'light', locale: 'ar-AE' },
  expanded: { theme: 'light', locale: 'qps-ploc' },
  de: { theme: 'light', locale: 'de-DE' },
  compact: { theme: 'light', locale: 'en-US', density: 'compact' },
  contrast: { theme: 'light', locale: 'en-US', contrast: 'more' },
} as const satisfies Record<string, Record<string, string>>

export type Mode = keyof typeof modes
