import { Field, Select, Switch } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import type { WizardDraft } from './wizard-draft.ts'

interface ClientSideFieldsProps {
  draft: WizardDraft
  onChange: (draft: WizardDraft) => void
}

/** Whether browsers get the answers, encrypted with a key that an external call returns. */
export function ClientSideFields({ draft, onChange }: ClientSideFieldsProps) {
  const intl = useIntl()
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const { data: calls = [] } = useQuery(
    api.externalCalls.list.queryOptions({
      input: { environmentId },
      enabled: draft.clientSide && can('externalcalls'),
      staleTime: 60_000,
    }),
  )
  return (
    <div className="flex flex-col gap-3">
      <Switch
        checked={draft.clientSide}
        label={<FormattedMessage id="Assessments.Wizard.ClientSide" />}
        description={<FormattedMessage id="Assessments.Wizard.ClientSide.Help" />}
        onCheckedChange={clientSide => onChange({ ...draft, clientSide })}
      />
      {draft.clientSide ? (
        <Field
          required
          label={<FormattedMessage id="Assessments.Wizard.ClientSide.Call" />}
          {...(calls.length === 0 ? { description: <FormattedMessage id="Assessments.Wizard.ClientSide.None" /> } : {})}
        >
          <Select
            {...(draft.clientKeyCallId === null ? {} : { value: draft.clientKeyCallId })}
            placeholder={intl.formatMessage({ id: 'Assessments.Wizard.ClientSide.Choose' })}
            options={calls.map(({ id, body }) => ({ value: id, label: body.name }))}
            onValueChange={clientKeyCallId => onChange({ ...draft, clientKeyCallId })}
          />
        </Field>
      ) : null}
    </div>
  )
}
