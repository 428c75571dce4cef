import { Callout, Input, Textarea, useToast } from '@assay/design-system'
import { assessmentLimits, type CustomAssessment, type CustomAssessmentBody } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { readApiError } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { AddressHelp } from '../../../platform/assessments/address-help.tsx'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { type CustomValues, customErrorsOf, customRecord, customResolver, renameSample } from './custom-form.ts'

/** @param assessmentId null: of a new one */
export const customRecoveryId = (environmentId: string, assessmentId: string | null): string =>
  `assessment/custom/${environmentId}/${assessmentId ?? 'new'}`

interface CustomDialogProps {
  /** Null: a new one. */
  assessment: CustomAssessment | null
  onClose: () => void
}

/** Creates a custom assessment of the older generation, or changes all that there is to change of one. */
export function CustomDialog({ assessment, onClose }: CustomDialogProps) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const nameLabel = intl.formatMessage({ id: 'Templates.Assessment.FriendlyName' })
  const apiNameLabel = intl.formatMessage({ id: 'Rules.Branch.ApiName' })
  const sampleLabel = intl.formatMessage({ id: 'Assessments.Wizard.Payload' })
  const textsOf = ({ name, eventType, sample }: CustomAssessmentBody): VersionTexts => [
    { id: 'name', label: nameLabel, text: name },
    { id: 'eventType', label: apiNameLabel, text: eventType },
    { id: 'sample', label: sampleLabel, text: JSON.stringify(sample, null, 2) },
  ]
  const { form, values, saving, attempts, problem, submit, question } = useRecordForm<
    CustomValues,
    CustomAssessmentBody,
    CustomAssessment,
    CustomAssessment
  >({
    record: customRecord(assessment),
    resolver: customResolver,
    recovery: { id: customRecoveryId(environmentId, assessment?.id ?? null), unchanged: true },
    save: (body, { version, newId }) =>
      assessment === null
        ? client.customAssessments.create({ environmentId, assessmentId: newId, body })
        : client.customAssessments.save({ environmentId, assessmentId: assessment.id, baseVersion: version, body }),
    onSaved: async ({ name, eventType }) => {
      const id = assessment === null ? 'Assessments.Wizard.Created' : 'Assessments.Saved'
      toast({ tone: 'success', title: intl.formatMessage({ id }, { name }) })
      // Nearly every list of what there is about events has its name.
      void queries.invalidateQueries()
      // It answers no call before it has a rule.
      if (assessment === null) await navigate(href(rulesPathOf(eventType)))
    },
    moveOn: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: api.customAssessments.key() }),
    errorsOf: customErrorsOf,
    problemOf: error => {
      const failure = readApiError(error)
      return failure.kind === 'conflict' && failure.reason === 'assessment.limit' ? 'Assessments.Custom.Limit' : null
    },
    ...(assessment === null
      ? {}
      : {
          conflict: {
            load: async () => {
              const all = await client.customAssessments.list({ environmentId })
              const found = all.find(({ id }) => id === assessment.id)
              if (found === undefined) throw new Error('The assessment was deleted meanwhile.')
              return found
            },
            differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs)),
            takeTheirs: (theirs, accept) => accept(customRecord(theirs)),
          },
        }),
  })
  const eventType = values.eventType.trim()
  const address = `/v1.0/action/assessment/${eventType}`
  const renamed = assessment !== null && eventType !== '' && eventType !== assessment.eventType
  return (
    <FormDialog
      title={
        assessment === null ? (
          <FormattedMessage id="Assessments.Custom.New" />
        ) : (
          <FormattedMessage id="Assessments.Custom.Edit" values={{ name: <bdi key="name">{assessment.name}</bdi> }} />
        )
      }
      description={<FormattedMessage id="Assessments.Custom.Intro" />}
      confirm={<FormattedMessage id={assessment === null ? 'Common.Create' : 'Common.Save'} />}
      running={saving}
      attempts={attempts}
      refusal={
        problem === null ? null : <FormattedMessage id={problem} values={{ limit: assessmentLimits.legacyCustom }} />
      }
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={nameLabel} required>
        {control => <Input {...control} autoFocus maxLength={60} autoComplete="off" dir="auto" />}
      </FormField>
      <FormField
        form={form}
        name="eventType"
        label={apiNameLabel}
        description={<AddressHelp address={address} />}
        required
      >
        {({ value, onChange }) => (
          <Input
            value={value}
            mono
            maxLength={60}
            spellCheck={false}
            autoComplete="off"
            onChange={event => {
              const { sample } = form.getValues()
              const next = renameSample(sample, value.trim(), event.target.value.trim())
              if (next !== sample) form.setValue('sample', next, { shouldDirty: true })
              onChange(event)
            }}
          />
        )}
      </FormField>
      {renamed ? (
        <Callout tone="warning" live>
          <FormattedMessage
            id="Assessments.Custom.Pause"
            values={{
              name: (
                <bdi key="name" dir="ltr" className="font-mono">
                  {assessment.eventType}
                </bdi>
              ),
            }}
          />
        </Callout>
      ) : null}
      <FormField
        form={form}
        name="sample"
        label={sampleLabel}
        description={<FormattedMessage id="Assessments.Custom.SampleHelp" />}
        required
      >
        {control => <Textarea {...control} rows={12} mono spellCheck={false} />}
      </FormField>
      {question}
    </FormDialog>
  )
}
