import { Field, Select, Skeleton } from '@assay/design-system'
import type { AssessmentTarget } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { readRecovery, useRecovery } from '../../platform/recovery/use-recovery.ts'
import { SharingForm, sampleTextOf } from '../../platform/sharing/sharing-form.tsx'
import { sharingRecoveryId } from './links.ts'

interface RecoveredSharing {
  eventType: string
  sharing: AssessmentTarget['sharing']
  sample: string
}

/** Who may call the assessments that were made in this root environment, and the answer that editors show of them. */
export function SharingDialog({ environmentId, onClose }: { environmentId: string; onClose: () => void }) {
  const intl = useIntl()
  const [chosen, setChosen] = useState(
    () => (readRecovery(sharingRecoveryId(environmentId)) as RecoveredSharing | undefined)?.eventType ?? null,
  )
  const query = useQuery(api.externalAssessments.targets.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const own = query.data?.filter(each => each.environmentId === environmentId) ?? []
  const target = own.find(({ eventType }) => eventType === chosen) ?? own[0]
  const choice = (
    <Field label={<FormattedMessage id="ExternalAssessments.Sharing.Assessment" />}>
      <Select
        value={target?.eventType ?? ''}
        onValueChange={setChosen}
        options={own.map(({ eventType, name }) => ({ value: eventType, label: name }))}
        placeholder={intl.formatMessage({ id: 'ExternalAssessments.Target.Choose' })}
      />
    </Field>
  )
  // What is typed belongs to one assessment: another one starts anew.
  if (target)
    return (
      <TargetForm
        key={target.eventType}
        environmentId={environmentId}
        target={target}
        choice={choice}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={<FormattedMessage id="ExternalAssessments.Sharing.Title" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={false}
      refusal={null}
      onSubmit={onClose}
      onClose={onClose}
    >
      {query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <p className="text-fg-secondary">
          <FormattedMessage id="ExternalAssessments.Sharing.None" />
        </p>
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      )}
    </FormDialog>
  )
}

interface TargetFormProps {
  environmentId: string
  target: AssessmentTarget
  choice: ReactNode
  onClose: () => void
}

/** The form of one assessment; what is typed survives a lost session. */
function TargetForm({ environmentId, target, choice, onClose }: TargetFormProps) {
  const { eventType, name } = target
  // Null while the stored value is shown, which may arrive after the form.
  const [chosenSharing, setSharing] = useState<AssessmentTarget['sharing'] | null>(null)
  const [typed, setSample] = useState<string | null>(null)
  const sharing = chosenSharing ?? target.sharing
  const sample = typed ?? sampleTextOf(target.sampleResponse)
  useRecovery<RecoveredSharing>(sharingRecoveryId(environmentId), { eventType, sharing, sample }, recovered => {
    // The assessment of the recovered input may have been deleted.
    if (recovered.eventType !== eventType) return
    setSharing(recovered.sharing)
    setSample(recovered.sample)
  })
  return (
    <SharingForm
      name={name}
      sharing={sharing}
      sample={sample}
      choice={choice}
      save={changed => client.externalAssessments.saveConfiguration({ environmentId, eventType, ...changed })}
      invalidates={[api.externalAssessments.key()]}
      onSharing={setSharing}
      onSample={setSample}
      onClose={onClose}
    />
  )
}
