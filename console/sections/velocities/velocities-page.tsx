import { lazy } from 'react'
import { Opened } from '../../platform/authoring/opened.tsx'
import { setParameter } from './refs.ts'
import { SetListPage } from './set-list-page.tsx'

const SetEditorPage = lazy(() => import('./set-editor-page.tsx').then(module => ({ default: module.SetEditorPage })))

/** Velocity sets of the environment: the list, or the editor of the set that the address names. */
export function Component() {
  return (
    <Opened parameter={setParameter} list={<SetListPage />}>
      {setId => <SetEditorPage key={setId} setId={setId} />}
    </Opened>
  )
}
