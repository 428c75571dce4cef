import type { Rule } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { Fetched } from '../../platform/authoring/opened.tsx'
import { useRoutedAssessments, useRule } from './rule-calls.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleScopeProvider, routingOf, useRuleScope } from './scope.tsx'

/** Loads one rule with the user's draft and opens it. */
export function RuleEditorPage({ ruleId }: { ruleId: string }) {
  const { routing } = useRuleScope()
  const query = useRule(ruleId)
  return <Fetched query={query}>{rule => (routing ? <RoutingRule rule={rule} /> : <RuleEditor rule={rule} />)}</Fetched>
}

/** The list of routing rules is about no assessment; each of its rules is. */
function RoutingRule({ rule }: { rule: Rule }) {
  const { eventType } = rule
  const found = useRoutedAssessments().data?.find(each => each.eventType === eventType)
  const name = found?.name ?? eventType
  const botScore = found?.botScore ?? false
  const assessment = useMemo(() => routingOf(eventType, name, botScore), [eventType, name, botScore])
  return (
    <RuleScopeProvider assessment={assessment} routing>
      <RuleEditor rule={rule} />
    </RuleScopeProvider>
  )
}
