import { Skeleton } from '@assay/design-system'
import type { Rule } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useRoutedAssessments, useRule } from './rule-calls.ts'
import { RuleEditor } from './rule-editor.tsx'
import { routingOf, RuleScopeProvider, useRuleScope } from './scope.tsx'

/** Loads one rule with the user's draft and opens it. */
export function RuleEditorPage({ ruleId }: { ruleId: string }) {
  const { routing } = useRuleScope()
  const query = useRule(ruleId)
  if (query.isError && !query.data) return <div className="p-6"><QueryError error={query.error} onRetry={() => void query.refetch()} /></div>
  if (query.data) return routing ? <RoutingRule rule={query.data} /> : <RuleEditor rule={query.data} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" aria-busy="true">
      <div className="flex min-h-page-header items-center border-be border-line-subtle px-page"><Skeleton className="h-2 w-1/3" /></div>
      <div className="p-6"><Skeleton className="h-2 w-1/2" /></div>
    </div>
  )
}

/** The list of routing rules is about no assessment; each of its rules is. */
function RoutingRule({ rule }: { rule: Rule }) {
  const { eventType } = rule
  const found = useRoutedAssessments().data?.find(each => each.eventType === eventType)
  const name = found?.name ?? eventType
  const botScore = found?.botScore ?? false
  const assessment = useMemo(() => routingOf(eventType, name, botScore), [eventType, name, botScore])
  return <RuleScopeProvider assessment={assessment} routing><RuleEditor rule={rule} /></RuleScopeProvider>
}
