import type { Preferences } from '@assay/risk-service/contract'
import { setUsageData } from './telemetry.ts'

/** As much of the preferences as consent is read from. */
export interface ConsentSource {
  getState: () => { preferences: Pick<Preferences, 'usageData'> }
  subscribe: (listener: () => void) => () => void
}

/**
 * Sends what the user agrees to in the account menu, from the moment they change their mind. Until anything is known:
 * errors only.
 */
export function subscribeToConsent(source: ConsentSource): () => void {
  const applyConsent = () => setUsageData(source.getState().preferences.usageData)
  applyConsent()
  return source.subscribe(applyConsent)
}
