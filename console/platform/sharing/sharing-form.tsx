import { Callout, Field, Radio, RadioGroup, Textarea, useToast } from '@assay/design-system'
import type { AssessmentTarget } from '@assay/risk-service/contract'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../api/api-error.ts'
import { syntaxErrorLine } from '../authoring/sample/json-syntax.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'

type Sharing = AssessmentTarget['sharing']
const choices = ['private', 'shared'] as const satisfies readonly Sharing[]

interface SharingFormProps {
  /** Name of the assessment. */
  name: string
  sharing: Sharing
  /** The sample response as text. */
  sample: string
  /** Chooses the assessment, above the other fields. */
  choice?: ReactNode
  save: (changed: { sharing: Sharing; sampleResponse: unknown }) => Promise<unknown>
  /** Queries that the change makes outdated. */
  invalidates: readonly QueryKey[]
  onSharing: (sharing: Sharing) => void
  onSample: (text: string) => void
  onClose: () => void
}

/** The text of a stored sample response; nothing for none. */
export const sampleTextOf = (sampleResponse: unknown): string =>
  sampleResponse === null || sampleResponse === undefined ? '' : JSON.stringify(sampleResponse, null, 2)

/** Changes who may call an assessment, and the response that editors of its callers show. */
export function SharingForm({
  name,
  sharing,
  sample,
  choice,
  save,
  invalidates,
  onSharing,
  onSample,
  onClose,
}: SharingFormProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const [fault, setFault] = useState<ReactNode>(null)
  const saving = useApiMutation({
    mutationFn: (sampleResponse: unknown) => save({ sharing, sampleResponse }),
    invalidates,
    onSuccess: () =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'ExternalAssessments.Sharing.Saved' }, { name }) }),
    onError: refused => {
      if (validationErrorOf(refused)?.issues[0]?.path[0] === 'sampleResponse')
        setFault(<FormattedMessage id="ExternalAssessments.Sharing.SampleLong" />)
      else return isUsed(refused)
      return true
    },
  })
  const submit = () => {
    const parsed = parseSample(sample)
    setFault(
      parsed === undefined ? (
        <FormattedMessage id="Rules.Settings.Issue.syntax" values={{ line: syntaxErrorLine(sample) }} />
      ) : null,
    )
    if (parsed === undefined) saving.reset()
    else saving.mutate(parsed, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="ExternalAssessments.Sharing.Title" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={saving.isPending}
      refusal={null}
      onSubmit={submit}
      onClose={onClose}
    >
      {isUsed(saving.error) ? (
        <Callout tone="danger" live>
          <FormattedMessage id="ExternalAssessments.Sharing.Used" />
        </Callout>
      ) : null}
      {choice}
      <Field label={<FormattedMessage id="ExternalAssessments.Sharing.Who" />}>
        <RadioGroup
          value={sharing}
          disabled={saving.isPending}
          onValueChange={next => onSharing(choices.find(each => each === next) ?? 'private')}
        >
          {choices.map(each => (
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
          readOnly={saving.isPending}
          onChange={event => {
            onSample(event.target.value)
            setFault(null)
          }}
        />
      </Field>
    </FormDialog>
  )
}

/** Other assessments call this one. */
const isUsed = (error: unknown): boolean => conflictErrorOf(error)?.reason === 'externalAssessments.shared'

/** Null for nothing at all; undefined for what is no JSON. */
function parseSample(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
