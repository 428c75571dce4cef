import type { Rule, RuleSummary, RuleVocabulary } from '@assay/risk-service/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api, client } from '../../platform/api/client.ts'
import { useRuleScope } from './rule-scope.tsx'

/*
 * Deciding rules and routing rules have separate procedures, and need different rights. Components that show or edit
 * rules use these queries, and need not know which of the two they have.
 */

/** Calls that change rules, or read one once. */
export const ruleClientOf = (routing: boolean) => (routing ? client.routingRules : client.rules)
/** How long answers are cached. */
export const ruleQueriesOf = (routing: boolean) => (routing ? api.routingRules : api.rules)

/** All rules of the scope: inherited, published, and the user's own drafts. */
export function useRules(staleTime: number): UseQueryResult<RuleSummary[]> {
  const { routing, environmentId, eventType, branch } = useRuleScope()
  const routed = useQuery(api.routingRules.list.queryOptions({ input: { environmentId }, staleTime, enabled: routing }))
  const own = useQuery(
    api.rules.list.queryOptions({ input: { environmentId, eventType, branch }, staleTime, enabled: !routing }),
  )
  return routing ? routed : own
}

/** One rule. Not cached after it is closed: a draft always starts from what is stored. */
export function useRule(ruleId: string): UseQueryResult<Rule> {
  const { routing, environmentId, eventType } = useRuleScope()
  const how = { staleTime: Infinity, gcTime: 0 }
  const routed = useQuery(
    api.routingRules.get.queryOptions({ input: { environmentId, ruleId }, ...how, enabled: routing }),
  )
  const own = useQuery(
    api.rules.get.queryOptions({ input: { environmentId, eventType, ruleId }, ...how, enabled: !routing }),
  )
  return routing ? routed : own
}

/** Attributes and queues that the code of the scope's rules can name. */
export function useRuleVocabulary(): RuleVocabulary | undefined {
  const { routing, environmentId, eventType } = useRuleScope()
  const input = { environmentId, eventType }
  const routed = useQuery(
    api.routingRules.vocabulary.queryOptions({ input, staleTime: 60_000, enabled: routing && eventType !== '' }),
  )
  const own = useQuery(api.rules.vocabulary.queryOptions({ input, staleTime: Infinity, enabled: !routing }))
  return (routing ? routed : own).data
}

/** The sample of new rules of the scope; undefined until it is loaded. */
export function useDefaultPayload(): Record<string, unknown> | undefined {
  const { routing, environmentId, eventType } = useRuleScope()
  const settings = useQuery(
    api.rules.settings.queryOptions({ input: { environmentId, eventType }, staleTime: 60_000, enabled: !routing }),
  )
  const routed = useRoutedAssessments(routing)
  return routing ? routed.data?.find(each => each.eventType === eventType)?.payload : settings.data?.payload
}

/** Assessments that routing rules can be about. */
export function useRoutedAssessments(enabled = true) {
  const { environmentId } = useRuleScope()
  return useQuery(api.routingRules.assessments.queryOptions({ input: { environmentId }, staleTime: 60_000, enabled }))
}
