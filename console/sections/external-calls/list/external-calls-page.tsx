import { lazy } from 'react'
import { ListOrEditor } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { callParameter, callPerformanceView, callViewParameter } from '../links.ts'
import { CallListPage } from './call-list-page.tsx'

const SetupPage = lazy(() => import('../setup/call-setup-page.tsx').then(module => ({ default: module.CallSetupPage })))
const PerformancePage = lazy(() =>
  import('../external-call-performance-page.tsx').then(module => ({ default: module.ExternalCallPerformancePage })),
)

/** External calls of the environment: the list, or the set-up or performance of the call that the address names. */
export function Component() {
  return (
    <ListOrEditor parameter={callParameter} list={<CallListPage />}>
      {(callId, parameters) =>
        parameters.get(callViewParameter) === callPerformanceView ? (
          <PerformancePage key={callId} callId={callId} />
        ) : (
          <SetupPage callId={callId} />
        )
      }
    </ListOrEditor>
  )
}
