import { CopyButton, Field, Input } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { changeNames, type WizardDraft } from './wizard-draft.ts'
import { apiNameIssue, friendlyNameIssue } from './wizard-validation.ts'

/** What the service refused, by field: ids of messages. */
export interface NameRefusal {
  friendlyName?: string
  apiName?: string
}

interface NameStepProps {
  draft: WizardDraft
  takenNames: ReadonlySet<string>
  refusal: NameRefusal
  onChange: (draft: WizardDraft) => void
}

/** How the assessment is called, and where calls go. */
export function NameStep({ draft, takenNames, refusal, onChange }: NameStepProps) {
  const intl = useIntl()
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const { data: overview } = useQuery(
    api.integration.overview.queryOptions({
      input: { environmentId },
      enabled: can('integration.dashboard'),
      staleTime: 60_000,
    }),
  )
  const { friendlyName, apiName } = draft
  // Nothing is wrong with what nobody has typed yet.
  const issues = {
    friendlyName: refusal.friendlyName ?? (friendlyName === '' ? null : friendlyNameIssue(friendlyName)),
    apiName: refusal.apiName ?? (apiName === '' ? null : apiNameIssue(apiName, takenNames)),
  }
  const errorOf = (id: string | null) => (id === null ? {} : { error: <FormattedMessage id={id} /> })
  const path = `/v1.0/assessment/${apiName.trim()}`
  const endpoint = `${overview?.apiEndpoint ?? ''}${path}`
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <Field
        required
        label={<FormattedMessage id="Templates.Assessment.FriendlyName" />}
        description={<FormattedMessage id="Assessments.Wizard.FriendlyNameHelp" />}
        {...errorOf(issues.friendlyName)}
      >
        <Input
          value={friendlyName}
          maxLength={60}
          autoComplete="off"
          onChange={event => onChange(changeNames(draft, { friendlyName: event.target.value }))}
        />
      </Field>
      <Field
        required
        label={<FormattedMessage id="Rules.Branch.ApiName" />}
        description={<FormattedMessage id="Assessments.Wizard.ApiNameHelp" />}
        {...errorOf(issues.apiName)}
      >
        <Input
          mono
          value={apiName}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={event => onChange(changeNames(draft, { apiName: event.target.value }))}
        />
      </Field>
      <dl className="text-sm">
        <dt className="text-xs text-fg-secondary">
          <FormattedMessage id="Rules.Branch.Endpoint" />
        </dt>
        <dd className="flex items-start gap-1">
          <bdi dir="ltr" className="min-w-0 py-1 font-mono wrap-anywhere">
            {endpoint}
          </bdi>
          <CopyButton
            value={endpoint}
            label={intl.formatMessage({ id: 'Rules.Branch.Endpoint' })}
            size="sm"
            className="shrink-0"
          />
        </dd>
      </dl>
    </div>
  )
}
