/* Plain values of the preferences: the console loads them at its start, without the validator. */

export const usageDataChoices = ['errors', 'all'] as const
export const themeChoices = ['system', 'light', 'dark'] as const
export const densityChoices = ['compact', 'comfortable', 'spacious'] as const
export const contrastChoices = ['normal', 'more'] as const
export const tourStates = ['inProgress', 'done'] as const

/**
 * Preferences of a user who never changed any. Null follows the browser: its language, its zone, the choices stored in
 * it.
 */
export const defaultPreferences = {
  theme: null,
  density: null,
  contrast: null,
  language: null,
  timeZone: null,
  startPage: null,
  shortcutsEnabled: true,
  usageData: 'errors',
  navigationCollapsed: null,
  favouriteEnvironments: [],
  recentEnvironments: [],
  recentSearches: [],
  dismissed: [],
  tables: {},
  tours: {},
} as const
