import type { Preferences, PreferencesPatch } from '@assay/risk-service/contract'

/** A change, or a function that derives one from the current preferences: it runs again after a conflict. */
export type PreferencesChange = PreferencesPatch | ((current: Preferences) => PreferencesPatch)

/** The preferences with a change in them, as the service will merge it. */
export function applyChange(current: Preferences, patch: PreferencesPatch): Preferences {
  const { tables, tours, ...rest } = patch
  const mergeEntries = <Value>(
    old: Record<string, Value>,
    change: Record<string, Value | null> | undefined,
  ): Record<string, Value> =>
    Object.fromEntries(
      Object.entries({ ...old, ...change }).filter((entry): entry is [string, Value] => entry[1] !== null),
    )
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...current,
    ...defined,
    tables: mergeEntries(current.tables, tables),
    tours: mergeEntries(current.tours, tours),
  } as Preferences
}

/** Several changes as one, in their order, over what is stored. */
export function joinChanges(
  current: Preferences,
  changes: readonly PreferencesChange[],
): { patch: PreferencesPatch; result: Preferences } {
  let patch: PreferencesPatch = {}
  let result = current
  for (const change of changes) {
    const next = typeof change === 'function' ? change(result) : change
    patch = {
      ...patch,
      ...next,
      ...(next.tables || patch.tables ? { tables: { ...patch.tables, ...next.tables } } : {}),
      ...(next.tours || patch.tours ? { tours: { ...patch.tours, ...next.tours } } : {}),
    }
    result = applyChange(result, next)
  }
  return { patch, result }
}
