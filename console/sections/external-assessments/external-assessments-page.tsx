import { Skeleton } from '@assay/design-system'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AssessmentListPage } from './assessment-list-page.tsx'
import { performanceParameter } from './refs.ts'

const AssessmentPerformance = lazy(() => import('./assessment-performance.tsx').then(module => ({ default: module.AssessmentPerformance })))

/** External assessments of the environment: the list, or the figures over time of the one that the address names. */
export function Component() {
  const [parameters] = useSearchParams()
  const id = parameters.get(performanceParameter)
  if (!id) return <AssessmentListPage />
  return (
    <Suspense fallback={<div className="px-page py-3" aria-busy="true"><Skeleton className="h-2 w-1/3" /></div>}>
      <AssessmentPerformance key={id} assessmentId={id} />
    </Suspense>
  )
}
