import { lazy } from 'react'
import { Opened } from '../../platform/authoring/opened.tsx'
import { FunctionListPage } from './function-list-page.tsx'
import { functionParameter } from './refs.ts'

const FunctionEditorPage = lazy(() =>
  import('./function-editor-page.tsx').then(module => ({ default: module.FunctionEditorPage })),
)

/** Functions of the environment: the list, or the editor of the function that the address names. */
export function Component() {
  return (
    <Opened parameter={functionParameter} list={<FunctionListPage />}>
      {functionId => <FunctionEditorPage key={functionId} functionId={functionId} />}
    </Opened>
  )
}
