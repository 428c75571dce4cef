import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { useRuleScope } from '../rule-scope.tsx'
import type { RuleReference } from './rule-references.ts'

const staleTime = 60_000

/**
 * The page of a resource that a rule references; null where it is not in this environment, or the user may not read it.
 */
export function useResourceLinks(): (used: RuleReference) => string | null {
  const href = useHref()
  const can = useCan()
  const { environmentId } = useRuleScope()
  const input = { environmentId }
  const custom = useQuery(
    api.customLists.list.queryOptions({ input: { ...input, limit: 200 }, enabled: can('lists.custom'), staleTime }),
  ).data
  const support = useQuery(api.supportLists.list.queryOptions({ input, enabled: can('lists.support'), staleTime })).data
  const sets = useQuery(api.velocities.list.queryOptions({ input, enabled: can('velocities'), staleTime })).data
  const functions = useQuery(api.functions.list.queryOptions({ input, enabled: can('functions'), staleTime })).data
  const calls = useQuery(api.externalCalls.list.queryOptions({ input, enabled: can('externalcalls'), staleTime })).data
  const assessments = useQuery(
    api.externalAssessments.list.queryOptions({ input, enabled: can('externalassessments'), staleTime }),
  ).data
  return useCallback(
    ({ kind, name, own }: RuleReference) => {
      if (!own) return null
      const same = (other: string) => other.toLowerCase() === name.toLowerCase()
      const to = (path: string, parameter: string, id: string | undefined) =>
        id === undefined ? null : href(path, new URLSearchParams({ [parameter]: id }))
      switch (kind) {
        case 'list':
          return to('/data/lists/custom', 'list', custom?.rows.find(each => same(each.name))?.id)
        case 'supportList':
          return to('/data/lists/support', 'list', support?.find(each => same(each.name))?.id)
        case 'velocity':
          return to('/data/velocities', 'set', sets?.find(set => set.velocities.some(each => same(each.name)))?.id)
        case 'function':
          return to(
            '/data/functions',
            'function',
            functions?.find(each => same(each.name) && /^Functions\.\w+$/.test(each.call))?.id,
          )
        case 'externalCall':
          return to('/data/externalcalls', 'call', calls?.find(each => same(each.body.name))?.id)
        case 'externalAssessment':
          return to('/data/externalassessments', 'performance', assessments?.find(each => same(each.body.name))?.id)
      }
    },
    [href, custom, support, sets, functions, calls, assessments],
  )
}
