import { lazyPart } from '@assay/design-system'
import type { Template, TemplateKind } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import type { TemplateSource } from '../../platform/templates/create-template-dialog.tsx'

const CreateTemplateDialog = lazyPart(() =>
  import('../../platform/templates/create-template-dialog.tsx').then(module => ({
    default: module.CreateTemplateDialog,
  })),
)
const CreateAssessmentDialog = lazyPart(() =>
  import('./create-assessment-dialog.tsx').then(module => ({ default: module.CreateAssessmentDialog })),
)
const EditTemplateDialog = lazyPart(() =>
  import('./edit-template-dialog.tsx').then(module => ({ default: module.EditTemplateDialog })),
)
const ImportTemplateDialog = lazyPart(() =>
  import('./import-template-dialog.tsx').then(module => ({ default: module.ImportTemplateDialog })),
)

/** What is done with the library, in a dialog of its own. */
export type Task =
  | { kind: 'import' }
  | { kind: 'create'; source: TemplateSource; name: string }
  | { kind: 'edit' | 'use'; template: Template }

interface TaskDialogProps {
  task: Task | null
  environmentId: string
  /** That a file may be added as. */
  kinds: readonly TemplateKind[]
  onClose: () => void
  onAdded: () => unknown
  onChanged: (kind: TemplateKind) => unknown
}

/** The dialog of the task that is open; it is open again after a lost session. */
export function TaskDialog(props: TaskDialogProps) {
  return (
    <Suspense>
      <TaskForm {...props} />
    </Suspense>
  )
}

function TaskForm({ task, environmentId, kinds, onClose, onAdded, onChanged }: TaskDialogProps) {
  switch (task?.kind) {
    case 'import':
      return <ImportTemplateDialog environmentId={environmentId} kinds={kinds} onClose={onClose} onAdded={onAdded} />
    case 'create':
      return (
        <CreateTemplateDialog environmentId={environmentId} source={task.source} name={task.name} onClose={onClose} />
      )
    case 'edit':
      return (
        <EditTemplateDialog template={task.template} onClose={onClose} onSaved={() => onChanged(task.template.kind)} />
      )
    case 'use':
      return <CreateAssessmentDialog environmentId={environmentId} template={task.template} onClose={onClose} />
    default:
      return null
  }
}
