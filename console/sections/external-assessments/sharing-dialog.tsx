import { Field, Select, Skeleton } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { type RecoveredSharing, SharingForm } from '../../platform/assessments/sharing-form.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { readRecovery } from '../../platform/recovery/use-recovery.ts'
import { sharingRecoveryId } from './links.ts'

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
      <SharingForm
        key={target.eventType}
        eventType={target.eventType}
        name={target.name}
        stored={target}
        recoveryId={sharingRecoveryId(environmentId)}
        save={configuration =>
          client.externalAssessments.saveConfiguration({
            environmentId,
            eventType: target.eventType,
            ...configuration,
          })
        }
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
