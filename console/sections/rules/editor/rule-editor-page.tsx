import type { Rule } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { QueryBoundary } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { useRoutedAssessments, useRule } from '../rule-queries.ts'
import { RuleScopeProvider, routingAssessmentOf, useRuleScope } from '../rule-scope.tsx'
import { RuleEditor } from './rule-editor.tsx'

/** Loads one rule with the user's draft and opens it. */
export function RuleEditorPage({ ruleId }: { ruleId: string }) {
  const { routing } = useRuleScope()
  const query = useRule(ruleId)
  return (
    <QueryBoundary query={query}>
      {rule => (routing ? <RoutingRule rule={rule} /> : <RuleEditor rule={rule} />)}
    </QueryBoundary>
  )
}

/** The list of routing rules is about no assessment; each of its rules is. */
function RoutingRule({ rule }: { rule: Rule }) {
  const { eventType } = rule
  const found = useRoutedAssessments().data?.find(each => each.eventType === eventType)
  const name = found?.name ?? eventType
  const botScore = found?.botScore ?? false
  const assessment = useMemo(() => routingAssessmentOf(eventType, name, botScore), [eventType, name, botScore])
  return (
    <RuleScopeProvider assessment={assessment} routing>
      <RuleEditor rule={rule} />
    </RuleScopeProvider>
  )
}
