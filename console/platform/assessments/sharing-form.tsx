import { Callout, Field, Radio, RadioGroup, Textarea, useToast } from '@assay/design-system'
import type { TargetConfiguration } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { syntaxErrorLine } from '../authoring/sample/json-syntax.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { useRecovery } from '../recovery/use-recovery.ts'

/** What is recovered of the form. */
export interface RecoveredSharing {
  eventType: string
  sharing: TargetConfiguration['sharing']
  sample: string
}

interface SharingFormProps {
  eventType: string
  name: string
  stored: TargetConfiguration
  recoveryId: string
  save: (configuration: TargetConfiguration) => Promise<unknown>
  /** Chooses the assessment; absent: there is no choice. */
  choice?: ReactNode
  onClose: () => void
}

/** Changes who may call an assessment, and the answer that editors of its callers show. */
export function SharingForm({ eventType, name, stored, recoveryId, save, choice, onClose }: SharingFormProps) {
  const intl = useIntl()
  const { toast } = useToast()
  // Null while the stored value is shown, which may arrive after the form.
  const [chosenSharing, setSharing] = useState<TargetConfiguration['sharing'] | null>(null)
  const [typed, setSample] = useState<string | null>(null)
  const sharing = chosenSharing ?? stored.sharing
  const sample = typed ?? (stored.sampleResponse == null ? '' : JSON.stringify(stored.sampleResponse, null, 2))
  const [fault, setFault] = useState<ReactNode>(null)
  useRecovery<RecoveredSharing>(recoveryId, { eventType, sharing, sample }, recovered => {
    // The assessment of the recovered input may have been deleted.
    if (recovered.eventType !== eventType) return
    setSharing(recovered.sharing)
    setSample(recovered.sample)
  })
  const { mutate, isPending, error, reset } = useApiMutation({
    mutationFn: (sampleResponse: unknown) => save({ sharing, sampleResponse }),
    invalidates: [api.assessmentConfiguration.key(), api.assessments.key(), api.externalAssessments.key()],
    onSuccess: () =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'ExternalAssessments.Sharing.Saved' }, { name }) }),
    onError: refused => {
      if (validationErrorOf(refused)?.issues[0]?.path[0] === 'sampleResponse')
        setFault(<FormattedMessage id="ExternalAssessments.Sharing.SampleLong" />)
      else return conflictErrorOf(refused)?.reason === 'externalAssessments.shared'
      return true
    },
  })
  const submit = () => {
    const parsed = parseJson(sample)
    setFault(
      parsed === undefined ? (
        <FormattedMessage id="Rules.Settings.Issue.syntax" values={{ line: syntaxErrorLine(sample) }} />
      ) : null,
    )
    if (parsed === undefined) reset()
    else mutate(parsed, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="ExternalAssessments.Sharing.Title" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={isPending}
      refusal={null}
      onSubmit={submit}
      onClose={onClose}
    >
      {conflictErrorOf(error)?.reason === 'externalAssessments.shared' ? (
        <Callout tone="danger" live>
          <FormattedMessage id="ExternalAssessments.Sharing.Used" />
        </Callout>
      ) : null}
      {choice}
      <Field label={<FormattedMessage id="ExternalAssessments.Sharing.Who" />}>
        <RadioGroup
          value={sharing}
          disabled={isPending}
          onValueChange={next => setSharing(next === 'shared' ? 'shared' : 'private')}
        >
          {(['private', 'shared'] as const).map(each => (
            <Radio
              key={each}
              value={each}
              label={<FormattedMessage id={`ExternalAssessments.Sharing.${each}`} />}
              description={<FormattedMessage id={`ExternalAssessments.Sharing.${each}Help`} />}
            />
          ))}
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
          readOnly={isPending}
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
function parseJson(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
