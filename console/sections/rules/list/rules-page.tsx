import { useLocation, useParams } from 'react-router-dom'
import { builtInAssessmentScopes, RuleScopeProvider } from '../rule-scope.tsx'
import { CustomAssessmentRules } from './custom-assessment-rules.tsx'
import { RuleListOrEditor } from './rule-list-or-editor.tsx'

/** Rules of the assessment of the address: a built-in one, or one of the customer's own. */
export function Component() {
  const { pathname } = useLocation()
  const { assessmentId } = useParams()
  if (assessmentId !== undefined) return <CustomAssessmentRules key={assessmentId} assessmentId={assessmentId} />
  const assessment =
    Object.values(builtInAssessmentScopes).find(each => each.path === pathname.replace(/\/$/, '')) ??
    builtInAssessmentScopes.purchase
  return (
    <RuleScopeProvider assessment={assessment}>
      <RuleListOrEditor />
    </RuleScopeProvider>
  )
}
