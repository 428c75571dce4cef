import { lazy } from 'react'
import { ListOrEditor } from '../../platform/authoring/catalogue/list-or-editor.tsx'
import { AssessmentListPage } from './assessment-list-page.tsx'
import { performanceParameter } from './links.ts'

const AssessmentPerformance = lazy(() =>
  import('./assessment-performance.tsx').then(module => ({ default: module.AssessmentPerformance })),
)

/** External assessments of the environment: the list, or the figures over time of the one that the address names. */
export function Component() {
  return (
    <ListOrEditor parameter={performanceParameter} list={<AssessmentListPage />}>
      {id => <AssessmentPerformance key={id} assessmentId={id} />}
    </ListOrEditor>
  )
}
