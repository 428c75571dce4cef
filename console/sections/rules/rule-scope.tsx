import type { ClauseTemplateTarget, RuleType } from '@assay/risk-service/contract'
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { routingRulesPath } from '../../platform/router/rules-path.ts'
import { optionalParameter, type SearchParameter, useSearchState } from '../../platform/router/use-search-state.ts'
import type { ClauseSection } from './rule-draft.ts'

export const productionBranch = 'production'
export const branchParameter = 'branch'
export const ruleParameter = 'rule'
const branchInAddress: SearchParameter<string> = {
  parse: text => text || productionBranch,
  serialise: branch => (branch === productionBranch ? null : branch),
}
/** What the addresses of rules pages have in common: the branch, and the rule whose editor is open. */
export const ruleSearchSchema = { [branchParameter]: branchInAddress, [ruleParameter]: optionalParameter }

export interface ScopeAssessment {
  eventType: string
  /** As the customer called it; null where its name is a word of ours. */
  name: string | null
  /** Where its rules are. */
  path: string
  /** In run order. */
  sections: readonly ClauseSection[]
  /** Scores are available before a rule requests them. */
  scored: boolean
  /** Bots have a score of their own. */
  botScore: boolean
  /** Has post-decision actions at all. */
  actions: boolean
  /** The clauses that an author can start from; absent: those of its event type, or of tenant assessments. */
  templates?: ClauseTemplateTarget
}

const builtInDefaults = { name: null, scored: true, actions: false } as const

/** Assessments that every environment has. */
export const builtInAssessmentScopes = {
  purchase: {
    ...builtInDefaults,
    eventType: 'purchase',
    path: '/fraud/purchase/rules',
    sections: ['prior', 'postRisk'],
    botScore: false,
  },
  accountcreation: {
    ...builtInDefaults,
    eventType: 'accountcreation',
    path: '/fraud/accountcreation/rules',
    sections: ['prior', 'postBot', 'postRisk'],
    botScore: true,
  },
  accountlogin: {
    ...builtInDefaults,
    eventType: 'accountlogin',
    path: '/fraud/accountlogin/rules',
    sections: ['prior', 'postBot', 'postRisk'],
    botScore: true,
  },
} as const satisfies Record<string, ScopeAssessment>

/** Routing rules of an assessment, or of all of them where none is named: one list for the environment. */
export function routingAssessmentOf(eventType = '', name: string | null = null, botScore = false): ScopeAssessment {
  return {
    eventType,
    name,
    path: routingRulesPath,
    sections: ['prior'],
    scored: eventType !== '',
    botScore,
    actions: false,
  }
}

export interface RuleScope extends ScopeAssessment {
  environmentId: string
  /** Rules that send cases to queues, not those that decide. */
  routing: boolean
  /** API name of the branch that is shown. */
  branch: string
}

const RuleScopeContext = createContext<RuleScope | null>(null)

/** Provides the assessment and the branch of the rules to everything below. */
export function RuleScopeProvider({
  assessment,
  routing = false,
  children,
}: {
  assessment: ScopeAssessment
  routing?: boolean
  children: ReactNode
}) {
  const environment = useEnvironment()
  const [{ branch: inAddress }] = useSearchState(ruleSearchSchema)
  const branch = routing ? productionBranch : inAddress
  const scope = useMemo<RuleScope>(
    () => ({ ...assessment, routing, environmentId: environment.id, branch }),
    [assessment, routing, environment.id, branch],
  )
  return <RuleScopeContext value={scope}>{children}</RuleScopeContext>
}

export function useRuleScope(): RuleScope {
  const scope = use(RuleScopeContext)
  if (!scope) throw new Error('useRuleScope needs a RuleScopeProvider above it.')
  return scope
}

/** Sections of the clauses of a rule: post-decision actions and routing rules have none. */
export const sectionsOf = (scope: Pick<RuleScope, 'sections'>, type: RuleType): readonly ClauseSection[] =>
  type === 'decision' ? scope.sections : ['prior']

/** Address of the editor of a rule, and of the list without one, in the branch that is shown. */
export function useRuleHref(): (ruleId?: string, more?: Readonly<Record<string, string>>) => string {
  const href = useHref()
  const { path, branch } = useRuleScope()
  return useCallback(
    (ruleId, more = {}) => {
      const query = new URLSearchParams({
        ...(branch === productionBranch ? {} : { [branchParameter]: branch }),
        ...(ruleId === undefined ? {} : { [ruleParameter]: ruleId }),
        ...more,
      })
      return href(path, query.size > 0 ? query : undefined)
    },
    [href, path, branch],
  )
}
