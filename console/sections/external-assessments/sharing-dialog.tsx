import { Callout, Field, Radio, RadioGroup, Select, Skeleton, Textarea, useToast } from '@assay/design-system'
import type { AssessmentTarget } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../platform/api/api-error.ts'
import { api, client } from '../../platform/api/client.ts'
import { syntaxErrorLine } from '../../platform/authoring/sample/json-syntax.ts'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'
import { readRecovery, useRecovery } from '../../platform/recovery/use-recovery.ts'
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
      <SharingForm
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

interface SharingFormProps {
  environmentId: string
  target: AssessmentTarget
  choice: ReactNode
  onClose: () => void
}

function SharingForm({ environmentId, target, choice, onClose }: SharingFormProps) {
  const intl = useIntl()
  const { toast } = useToast()
  // Null while the stored value is shown, which may arrive after the form.
  const [chosenSharing, setSharing] = useState<AssessmentTarget['sharing'] | null>(null)
  const [typed, setSample] = useState<string | null>(null)
  const sharing = chosenSharing ?? target.sharing
  const sample = typed ?? (target.sampleResponse === null ? '' : JSON.stringify(target.sampleResponse, null, 2))
  const [fault, setFault] = useState<ReactNode>(null)
  useRecovery<RecoveredSharing>(
    sharingRecoveryId(environmentId),
    { eventType: target.eventType, sharing, sample },
    recovered => {
      // The assessment of the recovered input may have been deleted.
      if (recovered.eventType !== target.eventType) return
      setSharing(recovered.sharing)
      setSample(recovered.sample)
    },
  )
  const configuration = useApiMutation({
    mutationFn: (sampleResponse: unknown) =>
      client.externalAssessments.saveConfiguration({
        environmentId,
        eventType: target.eventType,
        sharing,
        sampleResponse,
      }),
    invalidates: [api.externalAssessments.key()],
    onSuccess: () =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'ExternalAssessments.Sharing.Saved' }, { name: target.name }),
      }),
    onError: error => {
      if (validationErrorOf(error)?.issues[0]?.path[0] === 'sampleResponse')
        setFault(<FormattedMessage id="ExternalAssessments.Sharing.SampleLong" />)
      else return conflictErrorOf(error)?.reason === 'externalAssessments.shared'
      return true
    },
  })
  const running = configuration.isPending
  const used = conflictErrorOf(configuration.error)?.reason === 'externalAssessments.shared'
  const save = () => {
    const read = jsonText(sample)
    setFault(
      read === undefined ? (
        <FormattedMessage id="Rules.Settings.Issue.syntax" values={{ line: syntaxErrorLine(sample) }} />
      ) : null,
    )
    if (read === undefined) configuration.reset()
    else configuration.mutate(read, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="ExternalAssessments.Sharing.Title" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={running}
      refusal={null}
      onSubmit={save}
      onClose={onClose}
    >
      {used ? (
        <Callout tone="danger" live>
          <FormattedMessage id="ExternalAssessments.Sharing.Used" />
        </Callout>
      ) : null}
      {choice}
      <Field label={<FormattedMessage id="ExternalAssessments.Sharing.Who" />}>
        <RadioGroup
          value={sharing}
          disabled={running}
          onValueChange={next => setSharing(next === 'shared' ? 'shared' : 'private')}
        >
          <Radio
            value="private"
            label={<FormattedMessage id="ExternalAssessments.Sharing.private" />}
            description={<FormattedMessage id="ExternalAssessments.Sharing.privateHelp" />}
          />
          <Radio
            value="shared"
            label={<FormattedMessage id="ExternalAssessments.Sharing.shared" />}
            description={<FormattedMessage id="ExternalAssessments.Sharing.sharedHelp" />}
          />
        </RadioGroup>
      </Field>
      <Field
        label={<FormattedMessage id="ExternalAssessments.Sharing.Sample" />}
        description={<FormattedMessage id="ExternalAssessments.Sharing.SampleHelp" />}
        {...(fault === null ? {} : { error: fault })}
      >
        <Textarea
          value={sample}
          rows={8}
          mono
          spellCheck={false}
          readOnly={running}
          onChange={event => {
            setSample(event.target.value)
            setFault(null)
          }}
        />
      </Field>
    </FormDialog>
  )
}

/** Null for nothing at all; undefined for what is no JSON. */
function jsonText(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
