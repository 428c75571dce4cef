import { Input } from '@assay/design-system'
import { defined, templateLimits } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { type FieldPath, type UseFormReturn, useController } from 'react-hook-form'
import { FormattedMessage } from 'react-intl'
import { DescriptionField } from '../forms/description-field.tsx'
import { FormField } from '../forms/form-field.tsx'
import type { TemplateDetails } from './template-details-form.tsx'

interface TemplateNameFieldsProps<Values extends TemplateDetails, Body> {
  form: UseFormReturn<Values, unknown, Body>
  /** Which characters a name may contain, where not every text is allowed. */
  help?: ReactNode
  /** While the form is being sent: later input would not be part of it. */
  readOnly?: boolean
}

/** Name and description, of a template or of what is made of one. */
export function TemplateNameFields<Values extends TemplateDetails, Body>({
  form,
  help,
  readOnly = false,
}: TemplateNameFieldsProps<Values, Body>) {
  const description = useController({ control: form.control, name: 'description' as FieldPath<Values> }).field
  return (
    <>
      <FormField
        form={form}
        name={'name' as FieldPath<Values>}
        label={<FormattedMessage id="Common.Name" />}
        required
        {...defined({ description: help })}
      >
        {({ value, onChange }) => (
          <Input
            value={value as string}
            onChange={onChange}
            readOnly={readOnly}
            dir="auto"
            maxLength={templateLimits.name}
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </FormField>
      <DescriptionField
        value={description.value as string}
        rows={2}
        limit={templateLimits.description}
        readOnly={readOnly}
        onValueChange={description.onChange}
      />
    </>
  )
}
