import { lazy } from 'react'
import { ListOrEditor } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { functionParameter } from '../links.ts'
import { FunctionListPage } from './function-list-page.tsx'

const FunctionEditorPage = lazy(() =>
  import('../editor/function-editor-page.tsx').then(module => ({ default: module.FunctionEditorPage })),
)

/** Functions of the environment: the list, or the editor of the function that the address names. */
export function Component() {
  return (
    <ListOrEditor parameter={functionParameter} list={<FunctionListPage />}>
      {functionId => <FunctionEditorPage key={functionId} functionId={functionId} />}
    </ListOrEditor>
  )
}
