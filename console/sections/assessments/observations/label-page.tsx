import { Button } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import type { CustomField } from '@assay/risk-service/contract/assessment-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Navigate, useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { AddressHelp } from '../../../platform/assessments/address-help.tsx'
import { assessmentSubpage } from '../../../platform/assessments/assessment-pages.ts'
import { DeleteDialog } from '../../../platform/authoring/usage/delete-dialog.tsx'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useLeaveGuard } from '../../../platform/forms/use-leave-guard.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { LockNotice, useConfigurationLock } from '../configuration-access.tsx'
import { ConfigurationHeader } from '../configuration-header.tsx'
import { PartFooter } from '../part-footer.tsx'
import { PartRefusalNotice } from '../part-refusal.tsx'
import { usePartSave } from '../use-part-save.ts'
import { WithConfiguration } from '../with-configuration.tsx'
import { EventFields } from './event-fields.tsx'

/** The label event of an assessment: it is added or changed, and there is one at most. */
export function LabelEventPage({ create }: { create: boolean }) {
  const intl = useIntl()
  const href = useHref()
  const title = intl.formatMessage({ id: create ? 'Assessments.Label.New' : 'Assessments.Label' })
  return (
    <WithConfiguration title={title}>
      {configuration => {
        const { id, label, eventType } = configuration
        // The address of the other case: it was added or deleted meanwhile.
        if ((label === null) !== create)
          return (
            <Navigate
              replace
              to={href(assessmentSubpage(eventType, label === null ? 'configuration' : 'observations/label'))}
            />
          )
        return <LabelEditor key={id} configuration={configuration} title={title} />
      }}
    </WithConfiguration>
  )
}

function LabelEditor({ configuration, title }: { configuration: AssessmentConfiguration; title: string }) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const lock = useConfigurationLock(configuration)
  const [deleting, setDeleting] = useState(false)
  const { id: assessmentId, eventType, endpoint, root } = configuration
  const address = `${endpoint}/label`
  const [base, setBase] = useState(configuration.label)
  const [custom, setCustom] = useState<readonly CustomField[]>(base?.custom ?? [])
  const changed = JSON.stringify(custom) !== JSON.stringify(base?.custom ?? [])
  const toConfiguration = () => navigate(href(assessmentSubpage(eventType, 'configuration')))
  const begin = ({ label }: AssessmentConfiguration) => {
    setBase(label)
    setCustom(label?.custom ?? [])
  }
  const { saving, refusal, clear, save } = usePartSave(
    (fields: readonly CustomField[]) =>
      client.assessmentConfiguration.saveLabel({
        environmentId,
        assessmentId,
        baseVersion: base?.version ?? null,
        body: { custom: [...fields] },
      }),
    begin,
  )
  const { question } = useLeaveGuard(changed, undefined, saving)
  const recoveryId = `assessment/label/${assessmentId}`
  // With what it is based on: a version that somebody saved meanwhile is not overwritten.
  useRecovery(recoveryId, changed ? { base, custom } : null, recovered => {
    setBase(recovered.base)
    setCustom(recovered.custom)
  })
  const reload = async () => {
    const input = { environmentId, assessmentId }
    begin(await queries.fetchQuery(api.assessmentConfiguration.get.queryOptions({ input, staleTime: 0 })))
    clear()
  }
  // Who cannot add one sees that there is none.
  if (base === null && lock !== null)
    return <Navigate replace to={href(assessmentSubpage(eventType, 'configuration'))} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <ConfigurationHeader
        configuration={configuration}
        title={title}
        actions={
          base !== null && lock === null ? (
            <Button variant="ghost" disabled={saving || changed} onClick={() => setDeleting(true)}>
              <FormattedMessage id="Common.Delete" />
            </Button>
          ) : null
        }
      />
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto py-4">
        <div className="flex max-w-prose flex-col gap-3 px-page">
          <LockNotice root={root} lock={lock} />
          <PartRefusalNotice refusal={refusal} onReload={() => void reload()} />
          <p className="text-fg-secondary">
            <AddressHelp address={address} />
          </p>
        </div>
        <EventFields
          recoveryId={recoveryId}
          event="Label"
          custom={custom}
          locked={base?.custom}
          onChange={lock === null && !saving ? setCustom : undefined}
        />
      </div>
      {lock === null ? (
        <PartFooter
          text={
            <FormattedMessage
              id={base === null ? 'Assessments.Label.CreateText' : 'Assessments.Observations.EditText'}
            />
          }
          dirty={changed || base === null}
          saving={saving}
          {...(base === null ? { confirm: <FormattedMessage id="Common.Create" /> } : {})}
          onDiscard={() => setCustom(base?.custom ?? [])}
          onSave={() => save(custom)}
        />
      ) : null}
      <DeleteDialog
        name={deleting ? intl.formatMessage({ id: 'Assessments.Label' }) : null}
        confirm={<FormattedMessage id="Assessments.Label.Delete" />}
        remove={() => client.assessmentConfiguration.removeLabel({ environmentId, assessmentId })}
        onClose={() => setDeleting(false)}
        onDeleted={async () => {
          await toConfiguration()
          await queries.invalidateQueries({ queryKey: api.assessmentConfiguration.key() })
        }}
      />
      {question}
    </div>
  )
}
