import { Button, downloadFile, Icon } from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import { FileBraces, Info, Pencil } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { DeleteAssessment } from './delete-assessment.tsx'

interface SelectedActionsProps {
  row: Assessment
  /** Edits a custom assessment of the older generation; absent: it cannot be changed here. */
  onEdit?: (() => void) | undefined
  onDeleted: () => void
}

/** What can be done with the selected assessment. */
export function SelectedActions({ row, onEdit, onDeleted }: SelectedActionsProps) {
  const { id: environmentId } = useEnvironment()
  const { mutate, isPending } = useApiMutation({
    mutationFn: () => client.assessments.exportSchema({ environmentId, assessmentId: row.id }),
    onSuccess: schema =>
      downloadFile(
        `${row.eventType}.schema.json`,
        new Blob([`${JSON.stringify(schema, null, 2)}\n`], { type: 'application/schema+json' }),
      ),
  })
  return (
    <>
      <span className="border-s border-line-subtle ps-3 text-sm font-medium">
        <FormattedMessage id="DesignSystem.DataTable.Selected" values={{ count: 1 }} />
      </span>
      {onEdit === undefined ? null : (
        <Button variant="ghost" onClick={onEdit}>
          <Icon icon={Pencil} />
          <FormattedMessage id="Common.Edit" />
        </Button>
      )}
      {row.kind === 'wizard' ? (
        <Button variant="ghost" loading={isPending} onClick={() => mutate()}>
          <Icon icon={FileBraces} />
          <FormattedMessage id="Assessments.ExportSchema" />
        </Button>
      ) : (
        <span className="flex items-center gap-1.5 text-xs text-fg-muted">
          <Icon icon={Info} size={12} />
          <FormattedMessage id="Assessments.NoSchema" />
        </span>
      )}
      <DeleteAssessment key={row.id} row={row} onDeleted={onDeleted} />
    </>
  )
}
