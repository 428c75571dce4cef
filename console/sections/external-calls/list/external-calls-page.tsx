import { lazy } from 'react'
import { ListOrEditor } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { flagParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { callParameter, callPerformanceView, callViewParameter } from '../links.ts'
import { CallListPage } from './call-list-page.tsx'

const searchSchema = { [callViewParameter]: flagParameter(callPerformanceView) }

const SetupPage = lazy(() => import('../setup/call-setup-page.tsx').then(module => ({ default: module.CallSetupPage })))
const PerformancePage = lazy(() =>
  import('../external-call-performance-page.tsx').then(module => ({ default: module.ExternalCallPerformancePage })),
)

/** External calls of the environment: the list, or the set-up or performance of the call that the address names. */
export function Component() {
  const [{ [callViewParameter]: performance }] = useSearchState(searchSchema)
  return (
    <ListOrEditor parameter={callParameter} list={<CallListPage />}>
      {callId => (performance ? <PerformancePage key={callId} callId={callId} /> : <SetupPage callId={callId} />)}
    </ListOrEditor>
  )
}
