import { objectOf } from '../lib/json.ts'

/**
 * Returns the API names that a custom assessment had before. Its events of that time are found by them, so that no
 * other assessment gets one.
 */
export function formerNamesOf(settings: unknown): string[] {
  const { formerNames } = objectOf(settings)
  return Array.isArray(formerNames) ? formerNames.filter((name): name is string => typeof name === 'string') : []
}
