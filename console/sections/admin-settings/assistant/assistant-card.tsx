import { Card, CardBody, CardHeader, Input, Switch } from '@assay/design-system'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import type { AssistantBody, AssistantForm } from './assistant-form.ts'

interface AssistantCardProps {
  /** Instead of the fields: the settings are loading, or could not be read. */
  children?: ReactNode
}

/** The card of the assistant: what it does, and its settings. */
export function AssistantCard({ children }: AssistantCardProps) {
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Assistant.Title" />} />
      <CardBody>{children}</CardBody>
    </Card>
  )
}

interface AssistantFieldsProps {
  form: UseFormReturn<AssistantForm, unknown, AssistantBody>
  hasKey: boolean
  locked: boolean
}

/** The switch of the assistant, and the language model that may phrase its answers. */
export function AssistantFields({ form, hasKey, locked }: AssistantFieldsProps) {
  const intl = useIntl()
  return (
    <div className="flex flex-col gap-4">
      <FormField
        form={form}
        name="enabled"
        label={<FormattedMessage id="Admin.Assistant.Enabled" />}
        description={<FormattedMessage id="Admin.Assistant.Enabled.Text" />}
      >
        {({ value, onChange }) => (
          <Switch
            aria-label={intl.formatMessage({ id: 'Admin.Assistant.Enabled' })}
            checked={value}
            disabled={locked}
            onCheckedChange={onChange}
          />
        )}
      </FormField>
      <p className="max-w-prose text-fg-secondary">
        <FormattedMessage id="Admin.Assistant.Model.Text" />
      </p>
      <FormField
        form={form}
        name="model.address"
        label={<FormattedMessage id="Admin.Assistant.Model.Address" />}
        description={<FormattedMessage id="Admin.Assistant.Model.Address.Text" />}
      >
        {({ value, onChange }) => (
          <Input
            dir="ltr"
            inputMode="url"
            disabled={locked}
            placeholder={sampleAddress}
            value={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <FormField form={form} name="model.name" label={<FormattedMessage id="Admin.Assistant.Model.Name" />}>
        {({ value, onChange }) => (
          <Input dir="ltr" spellCheck={false} disabled={locked} value={value} onChange={onChange} />
        )}
      </FormField>
      <FormField
        form={form}
        name="key"
        label={<FormattedMessage id="Admin.Maps.Key" />}
        description={<FormattedMessage id={hasKey ? 'Admin.Maps.Key.Stored' : 'Admin.Maps.Key.None'} />}
      >
        {({ value, onChange }) => (
          <Input
            type="password"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            disabled={locked}
            value={value}
            onChange={onChange}
          />
        )}
      </FormField>
    </div>
  )
}

/** The sample in the empty field: the same in every language. */
const sampleAddress = 'https://models.example/v1'
