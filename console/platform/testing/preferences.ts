import { defaultPreferences, type Preferences } from '@assay/risk-service/contract'
import { act, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { preferencesStore } from '../preferences/index.ts'

/** What the service answers to `preferences.get` for somebody who chose something. */
export const storedPreferences = (chosen: Partial<Preferences>): { version: number; preferences: Preferences } => ({
  version: 1,
  preferences: { ...(defaultPreferences as unknown as Preferences), ...chosen },
})

/** Somebody new signs in, and what the service keeps for them is there. */
export async function loadPreferences(): Promise<void> {
  act(() => preferencesStore.start({ id: crypto.randomUUID(), tenantId: 'tenant' }))
  await waitFor(() => expect(preferencesStore.getState().loaded).toBe(true))
}
