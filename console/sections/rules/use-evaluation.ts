import type { Evaluation, RuleBody } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../platform/api/client.ts'
import { nameFault } from '../../platform/authoring/names.ts'
import { useSettled } from '../../platform/authoring/use-settled.ts'
import { useRuleScope } from './scope.tsx'

export interface RuleEvaluation {
  problems: Evaluation['problems']
  /** Of the newest text that had no errors. */
  result: Evaluation['result']
  /** When that was, while the text in the editor has errors. */
  lastValidAt: number | null
  failed: boolean
  /** Nothing was evaluated yet. */
  waiting: boolean
}

/** Checks the rule and runs it on its sample whenever the typing rests. */
export function useEvaluation(body: RuleBody): RuleEvaluation {
  const rested = useSettled(body)
  // The name plays no part in the outcome; one that is being typed must not stop it.
  const { environmentId, eventType } = useRuleScope()
  const input = { environmentId, eventType, body: { ...rested, name: nameFault(rested.name) ? 'Rule' : rested.name } }
  const query = useQuery(api.rules.evaluate.queryOptions({ input, placeholderData: keepPreviousData, staleTime: Infinity, gcTime: 60_000 }))
  const [last, setLast] = useState<{ result: NonNullable<Evaluation['result']>; at: number } | null>(null)
  const { data, dataUpdatedAt, isPlaceholderData } = query
  useEffect(() => {
    if (data?.result && !isPlaceholderData) setLast({ result: data.result, at: dataUpdatedAt })
  }, [data, dataUpdatedAt, isPlaceholderData])
  return {
    problems: data?.problems ?? [], result: data?.result ?? last?.result ?? null, lastValidAt: data && !data.result && last ? last.at : null,
    failed: query.isError, waiting: query.isPending,
  }
}
