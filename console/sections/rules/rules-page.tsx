import { Skeleton } from '@assay/design-system'
import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { RuleListPage } from './rule-list-page.tsx'
import { assessments, branchParameter, ruleParameter, RuleScopeProvider } from './scope.tsx'

const RuleEditorPage = lazy(() => import('./rule-editor-page.tsx').then(module => ({ default: module.RuleEditorPage })))

/** Rules of the assessment of the address: the list, or the editor of the rule that the address names. The editor's code is fetched with the first rule. */
export function Component() {
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const assessment = Object.values(assessments).find(each => each.path === pathname.replace(/\/$/, '')) ?? assessments.purchase
  const ruleId = parameters.get(ruleParameter)
  return (
    <RuleScopeProvider assessment={assessment}>
      {ruleId ? (
        <Suspense fallback={<div className="px-page py-3" aria-busy="true"><Skeleton className="h-2 w-1/3" /></div>}>
          <RuleEditorPage key={ruleId} ruleId={ruleId} />
        </Suspense>
      ) : <RuleListPage key={`${assessment.eventType} ${parameters.get(branchParameter) ?? ''}`} />}
    </RuleScopeProvider>
  )
}
