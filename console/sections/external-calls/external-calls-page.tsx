import { Skeleton } from '@assay/design-system'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CallListPage } from './call-list-page.tsx'
import { callParameter, performanceView, viewParameter } from './refs.ts'

const SetupPage = lazy(() => import('./setup-page.tsx').then(module => ({ default: module.SetupPage })))
const PerformancePage = lazy(() => import('./performance-page.tsx').then(module => ({ default: module.PerformancePage })))

/** External calls of the environment: the list, or the set-up or performance of the call that the address names. */
export function Component() {
  const [parameters] = useSearchParams()
  const callId = parameters.get(callParameter)
  if (!callId) return <CallListPage />
  return (
    <Suspense fallback={<div className="px-page py-3" aria-busy="true"><Skeleton className="h-2 w-1/3" /></div>}>
      {parameters.get(viewParameter) === performanceView ? <PerformancePage key={callId} callId={callId} /> : <SetupPage key={callId} callId={callId} />}
    </Suspense>
  )
}
