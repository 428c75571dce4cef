import { Input } from '@assay/design-system'
import type { ObservationBody, ObservationEventTemplate } from '@assay/risk-service/contract'
import type { CustomField } from '@assay/risk-service/contract/assessment-schemas'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FormattedMessage } from 'react-intl'
import { AddressHelp } from '../../../platform/assessments/address-help.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { EventFields } from './event-fields.tsx'
import type { ObservationValues } from './observation-form.ts'

interface ObservationFieldsProps {
  /** As of the form around the fields. */
  recoveryId: string
  form: UseFormReturn<ObservationValues, unknown, ObservationBody>
  template: ObservationEventTemplate
  /** Address of the calls of the assessment. */
  endpoint: string
  readOnly: boolean
  /** What keeps the API name from changing; absent: it can change. */
  nameLock?: ReactNode
  /** Fields that are sent already. */
  locked?: readonly CustomField[]
}

/** Names, address and fields of an observation event. */
export function ObservationFields({
  recoveryId,
  form,
  template,
  endpoint,
  readOnly,
  nameLock,
  locked,
}: ObservationFieldsProps) {
  const addressOf = (apiName: string) => `${endpoint}/observation/${apiName.trim()}`
  return (
    <>
      <div className="flex max-w-prose flex-col gap-4 px-page">
        <FormField form={form} name="name" label={<FormattedMessage id="Templates.Assessment.FriendlyName" />} required>
          {control => <Input {...control} maxLength={60} autoComplete="off" dir="auto" readOnly={readOnly} />}
        </FormField>
        <FormField form={form} name="apiName" label={<FormattedMessage id="Rules.Branch.ApiName" />} required>
          {control => (
            <>
              <Input
                {...control}
                mono
                maxLength={60}
                spellCheck={false}
                autoComplete="off"
                readOnly={readOnly || nameLock !== undefined}
              />
              <p className="text-xs text-fg-secondary">
                <AddressHelp address={addressOf(control.value)} />
              </p>
            </>
          )}
        </FormField>
        {nameLock}
      </div>
      <FormField form={form} name="custom" label={<FormattedMessage id="Schema.Title" />} labelHidden>
        {({ value, onChange }) => (
          <EventFields
            recoveryId={recoveryId}
            event={template}
            custom={value as readonly CustomField[]}
            locked={locked}
            onChange={readOnly ? undefined : onChange}
          />
        )}
      </FormField>
    </>
  )
}
