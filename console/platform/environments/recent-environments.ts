import { updatePreferences, usePreferences } from '../preferences/index.ts'

/** As many as are kept. */
const recentLimit = 8

/** Latest first, each once: where somebody goes, and where they come from. */
export function addRecent(recent: readonly string[], to: string, from: string | null): string[] {
  const both = from === null || from === to ? [to] : [to, from]
  return [...both, ...recent.filter(id => !both.includes(id))].slice(0, recentLimit)
}

/** Keeps a change of environment with the person, so that the way back is near in every browser. */
export function recordVisit(to: string, from: string | null): void {
  void updatePreferences(now => ({ recentEnvironments: addRecent(now.recentEnvironments, to, from) }))
}

/** Ids of the environments used lately, latest first. */
export const useRecentEnvironments = (): readonly string[] => usePreferences().recentEnvironments
