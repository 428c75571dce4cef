import { Skeleton } from '@assay/design-system'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { setParameter } from './refs.ts'
import { SetListPage } from './set-list-page.tsx'

const SetEditorPage = lazy(() => import('./set-editor-page.tsx').then(module => ({ default: module.SetEditorPage })))

/** Velocity sets of the environment: the list, or the editor of the set that the address names. The editor's code is fetched with the first set. */
export function Component() {
  const [parameters] = useSearchParams()
  const setId = parameters.get(setParameter)
  if (!setId) return <SetListPage />
  return (
    <Suspense fallback={<div className="px-page py-3" aria-busy="true"><Skeleton className="h-2 w-1/3" /></div>}>
      <SetEditorPage key={setId} setId={setId} />
    </Suspense>
  )
}
