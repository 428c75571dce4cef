import { defaultPreferences } from '../../contract/preferences/preference-definitions.ts'
import { type Preferences, type PreferencesPatch, preferencesSchema } from '../../contract/preferences/preferences.ts'

type Document = Record<string, unknown>

const keys = Object.keys(preferencesSchema.shape) as (keyof Preferences)[]
/** Members that change entry by entry, so that two open pages do not revert each other's changes. */
const collections = ['tables', 'tours'] as const

/** Returns the stored preferences, as far as this version can parse them; the rest has its defaults. */
export function parsePreferences(stored: Document, usageData: unknown): Preferences {
  const defaults: Document = { ...defaultPreferences, ...(usageData === 'all' ? { usageData } : {}) }
  return Object.fromEntries(
    keys.map(key => {
      const chosen = key in stored ? preferencesSchema.shape[key].safeParse(stored[key]) : undefined
      return [key, chosen?.success ? chosen.data : defaults[key]]
    }),
  ) as Preferences
}

const isRecord = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the document with the changes. Only chosen values are stored, so that defaults may change later. */
export function mergeChanges(stored: Document, changes: PreferencesPatch): Document {
  const merged: Document = { ...stored }
  for (const [key, value] of Object.entries(changes)) if (value !== undefined) merged[key] = value
  for (const key of collections) {
    const change = changes[key]
    if (!change) continue
    const entries = Object.entries({ ...(isRecord(stored[key]) ? stored[key] : {}), ...change })
    merged[key] = Object.fromEntries(entries.filter(([, value]) => value !== null))
  }
  return merged
}
