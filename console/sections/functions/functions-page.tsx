import { Skeleton } from '@assay/design-system'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FunctionListPage } from './function-list-page.tsx'
import { functionParameter } from './refs.ts'

const FunctionEditorPage = lazy(() => import('./function-editor-page.tsx').then(module => ({ default: module.FunctionEditorPage })))

/** Functions of the environment: the list, or the editor of the function that the address names. The editor's code is fetched with the first function. */
export function Component() {
  const [parameters] = useSearchParams()
  const functionId = parameters.get(functionParameter)
  if (!functionId) return <FunctionListPage />
  return (
    <Suspense fallback={<div className="px-page py-3" aria-busy="true"><Skeleton className="h-2 w-1/3" /></div>}>
      <FunctionEditorPage key={functionId} functionId={functionId} />
    </Suspense>
  )
}
