import {
  defaultPreferences,
  type Preferences,
  type PreferencesPatch,
  type StoredPreferences,
} from '@assay/risk-service/contract'

/**
 * Copy of the server's document for the first paint; the server's wins. Signing out removes it with everything else.
 */
export const copyKey = 'assay/preferences'

export interface PreferencesOwner {
  id: string
  tenantId: string
}

/** `open`: what was chosen and not yet answered when the page was left; it is sent again. */
export interface PreferencesCopy extends StoredPreferences {
  open: PreferencesPatch
}

/**
 * The copy of a user, or of the last user of this browser before the session is loaded; null without one, or when it is
 * damaged.
 */
export function readCopy(person: PreferencesOwner | null): PreferencesCopy | null {
  try {
    const copy = JSON.parse(localStorage.getItem(copyKey) ?? 'null') as unknown
    if (
      typeof copy !== 'object' ||
      copy === null ||
      !('person' in copy) ||
      !('version' in copy) ||
      !('preferences' in copy)
    )
      return null
    if (person && copy.person !== `${person.tenantId} ${person.id}`) return null
    const { preferences, version } = copy
    if (typeof preferences !== 'object' || preferences === null || typeof version !== 'number') return null
    const open = 'open' in copy && typeof copy.open === 'object' ? copy.open : null
    return {
      version,
      preferences: sanitise(preferences as Partial<Record<keyof Preferences, unknown>>),
      open: (open ?? {}) as PreferencesPatch,
    }
  } catch {
    return null
  }
}

/** Parts of the wrong shape are as if they had never been chosen. */
function sanitise(copy: Partial<Record<keyof Preferences, unknown>>): Preferences {
  const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
  const entries = Object.entries(defaultPreferences).map(([key, fallback]) => {
    const value = copy[key as keyof Preferences]
    const fits =
      kindOf(value) === kindOf(fallback) || (fallback === null && ['string', 'boolean'].includes(typeof value))
    return [key, fits ? value : fallback]
  })
  return Object.fromEntries(entries) as Preferences
}

/** Blocked or full: the copy lasts as long as this page. */
export function writeCopy(person: PreferencesOwner, { version, preferences, open }: PreferencesCopy): void {
  try {
    localStorage.setItem(
      copyKey,
      JSON.stringify({ person: `${person.tenantId} ${person.id}`, version, preferences, open }),
    )
  } catch {
    // The server has them.
  }
}
