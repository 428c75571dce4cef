import { createContext, use, useCallback, useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import type { ClauseSection } from './draft.ts'

export const productionBranch = 'production'
export const branchParameter = 'branch'
export const ruleParameter = 'rule'

export interface Assessment {
  eventType: string
  path: `/fraud/${string}/rules`
  /** In run order. */
  sections: readonly ClauseSection[]
  /** Bots have a score of their own. */
  botScore: boolean
}

/** Assessments that every environment has. */
export const assessments = {
  purchase: { eventType: 'purchase', path: '/fraud/purchase/rules', sections: ['prior', 'postRisk'], botScore: false },
  accountcreation: { eventType: 'accountcreation', path: '/fraud/accountcreation/rules', sections: ['prior', 'postBot', 'postRisk'], botScore: true },
  accountlogin: { eventType: 'accountlogin', path: '/fraud/accountlogin/rules', sections: ['prior', 'postBot', 'postRisk'], botScore: true },
} as const satisfies Record<string, Assessment>
export type AssessmentName = keyof typeof assessments

export interface RuleScope extends Assessment {
  environmentId: string
  /** API name of the branch that is shown. */
  branch: string
}

const Scope = createContext<RuleScope | null>(null)

/** Says to everything below which assessment and which branch its rules belong to. */
export function RuleScopeProvider({ assessment, children }: { assessment: Assessment; children: ReactNode }) {
  const environment = useEnvironment()
  const [parameters] = useSearchParams()
  const branch = parameters.get(branchParameter) || productionBranch
  const scope = useMemo<RuleScope>(() => ({ ...assessment, environmentId: environment.id, branch }), [assessment, environment.id, branch])
  return <Scope value={scope}>{children}</Scope>
}

export function useRuleScope(): RuleScope {
  const scope = use(Scope)
  if (!scope) throw new Error('useRuleScope needs a RuleScopeProvider above it.')
  return scope
}

/** Address of the editor of a rule, and of the list without one, in the branch that is shown. */
export function useRuleHref(): (ruleId?: string, more?: Readonly<Record<string, string>>) => string {
  const href = useHref()
  const { path, branch } = useRuleScope()
  return useCallback((ruleId, more = {}) => {
    const query = new URLSearchParams({ ...(branch === productionBranch ? {} : { [branchParameter]: branch }), ...(ruleId === undefined ? {} : { [ruleParameter]: ruleId }), ...more })
    return href(path, query.size > 0 ? query : undefined)
  }, [href, path, branch])
}
