import { caseKeyPattern } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { updatePreferences, usePreferences } from '../preferences/index.ts'
import type { ScopedHotkeys } from './registry.ts'

/** Returns the key of a command on the page of a case: the user's own, else its first one. */
export function useCaseKeys(): (id: string, keys: string) => string {
  const { caseKeys } = usePreferences()
  return useCallback((id, keys) => caseKeys[id] ?? keys, [caseKeys])
}

/** A key as it is stored: letters without Shift are small. */
const storedKey = (keys: string): string => (/^[A-Z]$/.test(keys) ? keys.toLowerCase() : keys)

/** Whether a command of a case may have this key, in the notation of the list of shortcuts. */
export const isCaseKey = (keys: string): boolean => caseKeyPattern.test(storedKey(keys))

/** Gives a command of a case a key, in the notation of the list of shortcuts. */
export const setCaseKey = (id: string, keys: string): void =>
  void updatePreferences(now => ({ caseKeys: { ...now.caseKeys, [id]: storedKey(keys) } }))

export const resetCaseKeys = (): void => void updatePreferences({ caseKeys: {} })

/**
 * Brings the shortcuts of a page together where some of its keys can be changed, so that a key of one part of the page is
 * taken for the others; and those of the whole console, whichever part of it adds them.
 */
export function mergeScopes(scopes: readonly ScopedHotkeys[]): readonly ScopedHotkeys[] {
  const editable = scopes.find(({ scope }) => scope.editable)
  const ofPage = scopes.filter(({ scope }) => scope.everywhere !== true)
  // The frame of the console comes first, then what has been added to it.
  const everywhere = scopes.filter(({ scope }) => scope.everywhere === true).toReversed()
  const hotkeysOf = (parts: readonly ScopedHotkeys[]) => parts.flatMap(({ hotkeys }) => hotkeys)
  return [
    ...(editable ? [{ scope: editable.scope, hotkeys: hotkeysOf(ofPage) }] : ofPage),
    ...everywhere.slice(0, 1).map(({ scope }) => ({ scope, hotkeys: hotkeysOf(everywhere) })),
  ]
}
