import { updatePreferences, usePreferences } from '../preferences/index.ts'

/** How many environments are stored. */
const recentLimit = 8

/** Latest first, each once: the environment that was opened, and the one before. */
export function addRecent(recent: readonly string[], to: string, from: string | null): string[] {
  const both = from === null || from === to ? [to] : [to, from]
  return [...both, ...recent.filter(id => !both.includes(id))].slice(0, recentLimit)
}

/** Stores a change of environment with the user's preferences, so that every browser offers the previous one. */
export function recordVisit(to: string, from: string | null): void {
  void updatePreferences(now => ({ recentEnvironments: addRecent(now.recentEnvironments, to, from) }))
}

/** Ids of the environments used lately, latest first. */
export const useRecentEnvironments = (): readonly string[] => usePreferences().recentEnvironments
