/* Plain values of the preferences: the console loads them at its start, without the validator. */

export const usageDataChoices = ['errors', 'all'] as const
export const themeChoices = ['system', 'light', 'dark'] as const
export const densityChoices = ['compact', 'comfortable', 'spacious'] as const
export const contrastChoices = ['normal', 'more'] as const
export const tourStates = ['inProgress', 'done'] as const

/**
 * A key that a user may give a command: one sign that is typed without Control, Alt or Command, with which browsers and
 * screen readers do their own work. A capital letter is written with Shift. Not among them are the first keys of what
 * works everywhere: `g`, `/` and `?`; and quotes and the space, with which browsers search and scroll.
 */
export const caseKeyPattern = /^(?:[a-fh-z0-9]|Shift\+[A-Z]|[.,;:#*+\-=[\]<>])$/

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
  caseKeys: {},
  autoAdvance: true,
  closedCards: [],
  usageData: 'errors',
  navigationCollapsed: null,
  favouriteEnvironments: [],
  recentEnvironments: [],
  recentSearches: [],
  dismissed: [],
  tables: {},
  tours: {},
} as const
