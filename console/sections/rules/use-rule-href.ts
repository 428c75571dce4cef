import { useCallback } from 'react'
import { useHref } from '../../platform/environments/environments.tsx'

export const rulesPath = '/data/rules/purchaserules'

/** Address of the editor of a rule, and of the list without one. */
export function useRuleHref(): (ruleId?: string) => string {
  const href = useHref()
  return useCallback(ruleId => href(rulesPath, ruleId === undefined ? undefined : new URLSearchParams({ rule: ruleId })), [href])
}
