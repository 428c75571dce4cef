import { lazy } from 'react'
import { ListOrEditor } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { velocitySetParameter } from '../links.ts'
import { VelocitySetListPage } from './velocity-set-list-page.tsx'

const SetEditorPage = lazy(() =>
  import('../editor/velocity-set-editor-page.tsx').then(module => ({ default: module.VelocitySetEditorPage })),
)

/** Velocity sets of the environment: the list, or the editor of the set that the address names. */
export function Component() {
  return (
    <ListOrEditor parameter={velocitySetParameter} list={<VelocitySetListPage />}>
      {setId => <SetEditorPage key={setId} setId={setId} />}
    </ListOrEditor>
  )
}
