import { useLocation, useParams } from 'react-router-dom'
import { OwnAssessmentRules } from './own-assessment-rules.tsx'
import { RuleFrame } from './rule-frame.tsx'
import { assessments, RuleScopeProvider } from './scope.tsx'

/** Rules of the assessment of the address: a built-in one, or one of the customer's own. */
export function Component() {
  const { pathname } = useLocation()
  const { assessmentId } = useParams()
  if (assessmentId !== undefined) return <OwnAssessmentRules key={assessmentId} assessmentId={assessmentId} />
  const assessment =
    Object.values(assessments).find(each => each.path === pathname.replace(/\/$/, '')) ?? assessments.purchase
  return (
    <RuleScopeProvider assessment={assessment}>
      <RuleFrame />
    </RuleScopeProvider>
  )
}
