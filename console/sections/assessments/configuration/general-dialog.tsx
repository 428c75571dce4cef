import { Callout, Input, useToast } from '@assay/design-system'
import type { AssessmentConfiguration, GeneralBody } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { AddressHelp } from '../../../platform/assessments/address-help.tsx'
import { assessmentSubpage } from '../../../platform/assessments/assessment-pages.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { NameUses } from '../name-uses.tsx'
import { generalErrorsOf, generalRecord, generalRecoveryId, generalResolver } from './general-form.ts'

interface GeneralDialogProps {
  configuration: AssessmentConfiguration
  onClose: () => void
}

/** Other names for an assessment. Its API name is part of the address of calls, and of texts. */
export function GeneralDialog({ configuration, onClose }: GeneralDialogProps) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const { id: assessmentId, uses } = configuration
  const nameLabel = intl.formatMessage({ id: 'Templates.Assessment.FriendlyName' })
  const apiNameLabel = intl.formatMessage({ id: 'Rules.Branch.ApiName' })
  const textsOf = ({ name, eventType }: GeneralBody): VersionTexts => [
    { id: 'name', label: nameLabel, text: name },
    { id: 'eventType', label: apiNameLabel, text: eventType },
  ]
  const { form, values, saving, attempts, submit, question } = useRecordForm({
    record: generalRecord(configuration),
    resolver: generalResolver,
    recovery: { id: generalRecoveryId(assessmentId), unchanged: true },
    save: (body, { version }) =>
      client.assessmentConfiguration.saveGeneral({ environmentId, assessmentId, baseVersion: version, body }),
    onSaved: async saved => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Assessments.Saved' }, { name: saved.name }) })
      await queries.invalidateQueries({ queryKey: api.assessmentConfiguration.key() })
      // Its address is called after the API name.
      await navigate(href(assessmentSubpage(saved.eventType, 'configuration')), { replace: true })
    },
    moveOn: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: api.assessments.key() }),
    errorsOf: generalErrorsOf,
    conflict: {
      load: () => client.assessmentConfiguration.get({ environmentId, assessmentId }),
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs)),
      takeTheirs: (theirs, accept) => accept(generalRecord(theirs)),
    },
  })
  const address = `/v1.0/assessment/${values.eventType.trim()}`
  return (
    <FormDialog
      title={<FormattedMessage id="Assessments.General" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={saving}
      attempts={attempts}
      refusal={null}
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
        {control => (
          <Input {...control} mono maxLength={60} spellCheck={false} autoComplete="off" readOnly={uses.length > 0} />
        )}
      </FormField>
      {uses.length > 0 ? (
        <NameUses uses={uses} />
      ) : values.eventType.trim() === configuration.eventType ? null : (
        <Callout tone="warning" live>
          <FormattedMessage id="Assessments.ApiName.Warning" />
        </Callout>
      )}
      {question}
    </FormDialog>
  )
}
