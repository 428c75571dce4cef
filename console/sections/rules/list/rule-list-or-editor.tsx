import { Skeleton } from '@assay/design-system'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { ruleSearchSchema, useRuleScope } from '../rule-scope.tsx'
import { RuleListPage } from './rule-list-page.tsx'

const RuleEditorPage = lazy(() =>
  import('../editor/rule-editor-page.tsx').then(module => ({ default: module.RuleEditorPage })),
)

/**
 * The list of rules, or the editor of the rule that the address names. The editor's code is fetched with the first
 * rule.
 */
export function RuleListOrEditor() {
  const [{ branch, rule: ruleId }] = useSearchState(ruleSearchSchema)
  const { eventType } = useRuleScope()
  const branchPicker = useRef<HTMLButtonElement>(null)
  const shownBranch = useRef(branch)
  // The list of another branch replaces the list with the focus. A dialog that closes with it finds its opener removed
  // and gives the focus to the title, before this effect or after it.
  useEffect(() => {
    if (shownBranch.current === branch) return
    shownBranch.current = branch
    if (document.activeElement?.matches('body, [data-page-title]')) branchPicker.current?.focus()
  }, [branch])
  return ruleId ? (
    <Suspense
      fallback={
        <div className="px-page py-3" aria-busy="true">
          <Skeleton className="h-2 w-1/3" />
        </div>
      }
    >
      <RuleEditorPage key={ruleId} ruleId={ruleId} />
    </Suspense>
  ) : (
    <RuleListPage key={`${eventType} ${branch}`} branchPicker={branchPicker} />
  )
}
