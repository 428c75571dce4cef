import { Button, Callout, ConfirmDanger, Dialog, DialogContent, Icon, useToast } from '@assay/design-system'
import type { Assessment, Dependent } from '@assay/risk-service/contract'
import { Info, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { Dependents } from '../../../platform/authoring/usage/dependents.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

/** Why an assessment cannot be deleted here and now; null when it can. */
function lockOf(row: Assessment, environmentId: string): 'shared' | 'notRoot' | null {
  if (row.root?.id !== environmentId) return 'notRoot'
  return row.shared === true ? 'shared' : null
}

interface DeleteAssessmentProps {
  row: Assessment
  /** Among other commands it is a quiet one. */
  variant?: 'ghost' | 'danger'
  onDeleted: () => void
}

/** Deletes an assessment once its API name is typed. What prevents it is said beside the button. */
export function DeleteAssessment({ row, variant = 'ghost', onDeleted }: DeleteAssessmentProps) {
  const intl = useIntl()
  const can = useCan()
  const offline = useOffline()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [asking, setAsking] = useState(false)
  const [users, setUsers] = useState<readonly Dependent[] | null>(null)
  const removal = useConfirmedMutation({
    mutationFn: (assessmentId: string) => client.assessments.remove({ environmentId, assessmentId }),
    invalidates: [api.assessments.list.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Assessments.Delete.Done' }, { name: row.name }) })
      onDeleted()
    },
    onError: error => {
      const dependents = conflictErrorOf(error)?.dependents
      if (dependents) setUsers(dependents)
      return dependents !== undefined
    },
    onClose: () => setAsking(false),
  })
  if (!can('assessments', 'write')) return null
  const lock = lockOf(row, environmentId)
  return (
    <>
      <Button
        variant={variant}
        {...(lock === null ? {} : { 'aria-disabled': true, 'aria-describedby': 'delete-lock' })}
        onClick={() => {
          if (lock === null) setAsking(true)
        }}
      >
        <Icon icon={Trash2} />
        <FormattedMessage id="Common.Delete" />
      </Button>
      {lock === null ? null : (
        <span id="delete-lock" className="flex items-center gap-1.5 text-xs text-fg-secondary">
          <Icon icon={Info} size={12} />
          <FormattedMessage
            id={`Assessments.Delete.Lock.${lock}`}
            values={{ root: <bdi key="root">{row.root?.name}</bdi> }}
          />
        </span>
      )}
      <ConfirmDanger
        open={asking}
        onOpenChange={open => {
          if (!open) removal.close()
        }}
        title={<FormattedMessage id="Assessments.Delete.Title" values={{ name: <bdi key="name">{row.name}</bdi> }} />}
        description={<FormattedMessage id="Assessments.Delete.Text" />}
        consequences={[
          <FormattedMessage key="data" id="Assessments.Delete.Data" />,
          <FormattedMessage key="velocities" id="Assessments.Delete.Velocities" />,
        ]}
        typedName={row.eventType}
        confirmLabel={<FormattedMessage id="Assessments.Delete.Confirm" />}
        loading={removal.isPending}
        {...(offline ? { unavailable: <FormattedMessage id="Offline.Writes" /> } : {})}
        {...(removal.error ? { error: <FormattedMessage id={messageOf(removal.error)} /> } : {})}
        onConfirm={() => removal.confirm(row.id)}
      />
      <Dialog
        open={users !== null}
        onOpenChange={open => {
          if (!open) setUsers(null)
        }}
      >
        <DialogContent
          title={
            <FormattedMessage id="Authoring.NotDeleted.Title" values={{ name: <bdi key="name">{row.name}</bdi> }} />
          }
          footer={
            <Button onClick={() => setUsers(null)}>
              <FormattedMessage id="Common.Close" />
            </Button>
          }
        >
          <div className="flex flex-col gap-3">
            <Callout tone="danger">
              <FormattedMessage id="Authoring.NotDeleted.Text" />
            </Callout>
            <Dependents users={users ?? []} />
          </div>
        </DialogContent>
      </Dialog>
    </>
  )
}

/** Somebody may have shared the assessment since the list was read. */
const messageOf = (error: Error): string =>
  conflictErrorOf(error)?.reason === 'assessment.shared' ? 'Assessments.Delete.Lock.shared' : 'Authoring.Failed'
