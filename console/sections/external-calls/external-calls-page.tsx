import { lazy } from 'react'
import { Opened } from '../../platform/authoring/opened.tsx'
import { CallListPage } from './call-list-page.tsx'
import { callParameter, performanceView, viewParameter } from './refs.ts'

const SetupPage = lazy(() => import('./setup-page.tsx').then(module => ({ default: module.SetupPage })))
const PerformancePage = lazy(() =>
  import('./performance-page.tsx').then(module => ({ default: module.PerformancePage })),
)

/** External calls of the environment: the list, or the set-up or performance of the call that the address names. */
export function Component() {
  return (
    <Opened parameter={callParameter} list={<CallListPage />}>
      {(callId, parameters) =>
        parameters.get(viewParameter) === performanceView ? (
          <PerformancePage key={callId} callId={callId} />
        ) : (
          <SetupPage callId={callId} />
        )
      }
    </Opened>
  )
}
