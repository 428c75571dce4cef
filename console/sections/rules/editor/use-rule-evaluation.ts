import type { Evaluation, RoutingEvaluation, RuleBody, RuleType } from '@assay/risk-service/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../platform/api/client.ts'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { useRuleScope } from '../rule-scope.tsx'

export interface RuleEvaluation {
  problems: Evaluation['problems']
  /** Of the newest text that had no errors; always null for a post-decision action, which is only checked. */
  result: Evaluation['result']
  /** The same of a routing rule. */
  routed: RoutingEvaluation['result']
  /** When that was, while the text in the editor has errors. */
  lastValidAt: number | null
  failed: boolean
  /** Retries what failed. */
  retry: () => void
  /** Nothing was evaluated yet. */
  pending: boolean
}

type Outcome = NonNullable<Evaluation['result']> | NonNullable<RoutingEvaluation['result']>
const isRoutingOutcome = (outcome: Outcome): outcome is NonNullable<RoutingEvaluation['result']> => 'queue' in outcome

/**
 * Checks the rule and runs it on its sample after a pause in typing. `inherited`: its id, where it belongs to an
 * environment above and runs with the resources of that one.
 */
export function useRuleEvaluation(body: RuleBody, type: RuleType, inherited: string | null): RuleEvaluation {
  const rested = useDebouncedValue(body)
  // The name plays no part in the outcome; one that is being typed must not stop it.
  const { environmentId, eventType } = useRuleScope()
  const routing = type === 'routing'
  const input = {
    environmentId,
    eventType,
    body: { ...rested, name: validateName(rested.name) ? 'Rule' : rested.name },
    ...(inherited === null ? {} : { ruleId: inherited }),
  }
  const how = { placeholderData: keepPreviousData, staleTime: Infinity, gcTime: 60_000 }
  // A query that does not run has no rule in its key: the key of one with hundreds of clauses is work in every render.
  const decided = useQuery(api.rules.evaluate.queryOptions({ input: routing ? skipToken : { ...input, type }, ...how }))
  const routed = useQuery(api.routingRules.evaluate.queryOptions({ input: routing ? input : skipToken, ...how }))
  const query = routing ? routed : decided
  const [last, setLast] = useState<{ result: Outcome; at: number } | null>(null)
  const { data, dataUpdatedAt, isPlaceholderData } = query
  useEffect(() => {
    if (data?.result && !isPlaceholderData) setLast({ result: data.result, at: dataUpdatedAt })
  }, [data, dataUpdatedAt, isPlaceholderData])
  const outcome = data?.result ?? last?.result ?? null
  return {
    problems: data?.problems ?? [],
    result: outcome && !isRoutingOutcome(outcome) ? outcome : null,
    routed: outcome && isRoutingOutcome(outcome) ? outcome : null,
    lastValidAt: data && !data.result && last ? last.at : null,
    failed: query.isError,
    retry: () => void query.refetch(),
    pending: query.isPending,
  }
}
