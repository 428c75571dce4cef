import { Callout, Field, Radio, RadioGroup, Textarea, useToast } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { syntaxErrorLine } from '../../../platform/authoring/sample/json-syntax.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface SharingDialogProps {
  configuration: AssessmentConfiguration
  onClose: () => void
}

/** Changes who may call an assessment, and the answer that editors of its callers show. */
export function SharingDialog({ configuration, onClose }: SharingDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const { id: assessmentId, name, sharing: stored } = configuration
  const [sharing, setSharing] = useState(stored.sharing)
  const [sample, setSample] = useState(() =>
    stored.sampleResponse === null || stored.sampleResponse === undefined
      ? ''
      : JSON.stringify(stored.sampleResponse, null, 2),
  )
  const [fault, setFault] = useState<ReactNode>(null)
  const { mutate, isPending, error } = useApiMutation({
    mutationFn: (sampleResponse: unknown) =>
      client.assessmentConfiguration.saveSharing({ environmentId, assessmentId, body: { sharing, sampleResponse } }),
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
  const used = conflictErrorOf(error)?.reason === 'externalAssessments.shared'
  const save = () => {
    const parsed = parseJson(sample)
    setFault(
      parsed === undefined ? (
        <FormattedMessage id="Rules.Settings.Issue.syntax" values={{ line: syntaxErrorLine(sample) }} />
      ) : null,
    )
    if (parsed !== undefined) mutate(parsed, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="ExternalAssessments.Sharing.Title" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={isPending}
      refusal={null}
      onSubmit={save}
      onClose={onClose}
    >
      {used ? (
        <Callout tone="danger" live>
          <FormattedMessage id="ExternalAssessments.Sharing.Used" />
        </Callout>
      ) : null}
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
