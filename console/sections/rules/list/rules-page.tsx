import { Navigate, useLocation, useParams } from 'react-router-dom'
import { builtInPath } from '../../../platform/assessments/assessment-pages.ts'
import { builtInAssessmentScopes, RuleScopeProvider } from '../rule-scope.tsx'
import { CustomAssessmentRules } from './custom-assessment-rules.tsx'
import { RuleListOrEditor } from './rule-list-or-editor.tsx'

/** Rules of the assessment of the address: a built-in one, or one of the customer's own. */
export function Component() {
  const { pathname, search, hash } = useLocation()
  const { assessmentId } = useParams()
  const ownPath = assessmentId === undefined ? null : builtInPath(assessmentId, 'rules')
  if (ownPath !== null) return <Navigate replace to={{ pathname: ownPath, search, hash }} />
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
