import type { Preferences } from '@assay/risk-service/contract'
import { useSyncExternalStore } from 'react'
import { errorKindOf, isAmbiguous } from '../api/api-error.ts'
import { client } from '../api/client.ts'
import { isPreviewTab } from '../rights-preview/tab-preview.ts'
import { copyKey } from './local-copy.ts'
import { joinChanges } from './merge.ts'
import { createPreferencesStore, type PreferencesState } from './store.ts'

export const preferencesStore = createPreferencesStore({
  get: () => client.preferences.get() as Promise<{ version: number; preferences: Preferences }>,
  update: async input => {
    if (!isPreviewTab())
      return client.preferences.update(input) as Promise<{ version: number; preferences: Preferences }>
    // A preview changes nothing: what is chosen meanwhile lasts as long as its page.
    const { preferences } = preferencesStore.getState()
    return { version: input.baseVersion, preferences: joinChanges(preferences, [input.changes]).result }
  },
  isConflict: error => errorKindOf(error) === 'conflict',
  isLost: isAmbiguous,
})

/** What the signed-in person chose; defaults and the browser's copy until the server has answered. */
export function usePreferences(): Preferences {
  return usePreferencesState().preferences
}

/** The same with whether the server has answered. */
export function usePreferencesState(): PreferencesState {
  return useSyncExternalStore(preferencesStore.subscribe, preferencesStore.getState)
}

/**
 * Changes preferences: shown at once, saved on the server, reverted with a message when that fails. A list that other
 * pages may change in the meantime is passed as a function of the current preferences: `updatePreferences(now => ({
 * dismissed: [...now.dismissed, 'card'] }))`.
 */
export const updatePreferences = preferencesStore.update

/** Follows changes of other tabs, and refreshes from the server when the user returns to a page after a long time. */
export function watchPreferences(): () => void {
  const stale = 5 * 60_000
  let refreshedAt = Date.now()
  const fromTab = ({ key }: StorageEvent) => {
    if (key === copyKey) preferencesStore.takeFromOtherTab()
  }
  const back = () => {
    if (document.visibilityState !== 'visible' || Date.now() - refreshedAt < stale) return
    refreshedAt = Date.now()
    void preferencesStore.refresh()
  }
  window.addEventListener('storage', fromTab)
  document.addEventListener('visibilitychange', back)
  return () => {
    window.removeEventListener('storage', fromTab)
    document.removeEventListener('visibilitychange', back)
  }
}
