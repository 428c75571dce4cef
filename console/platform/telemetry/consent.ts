import type { Preferences } from '@assay/risk-service/contract'
import { setUsageData } from './telemetry.ts'

/** As much of the preferences as consent is read from. */
export interface ConsentSource {
  getState: () => { preferences: Pick<Preferences, 'usageData'> }
  subscribe: (listener: () => void) => () => void
}

/**
 * Sends what the user agreed to in the account menu, from the moment of a change. Until the choice is loaded: errors
 * only.
 */
export function subscribeToConsent(source: ConsentSource): () => void {
  const applyConsent = () => setUsageData(source.getState().preferences.usageData)
  applyConsent()
  return source.subscribe(applyConsent)
}
