import { RuleListOrEditor } from '../list/rule-list-or-editor.tsx'
import { RuleScopeProvider, routingAssessmentOf } from '../rule-scope.tsx'

const allAssessments = routingAssessmentOf()

/** Rules that send cases to queues, over all assessments of the environment. */
export function Component() {
  return (
    <RuleScopeProvider assessment={allAssessments} routing>
      <RuleListOrEditor />
    </RuleScopeProvider>
  )
}
