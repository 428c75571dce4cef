import { Input } from '@assay/design-system'
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form'
import { FormattedMessage } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { apiNameFrom } from '../branch.ts'
import type { BranchNames } from './branch-form.ts'

interface BranchNameFieldsProps<Values extends BranchNames, Body> {
  form: UseFormReturn<Values, unknown, Body>
}

/** Name and API name of a branch; the second follows the first until it is written by hand. */
export function BranchNameFields<Values extends BranchNames, Body>({ form }: BranchNameFieldsProps<Values, Body>) {
  const [nameField, apiNameField] = ['name' as FieldPath<Values>, 'apiName' as FieldPath<Values>]
  const follow = (name: string) => {
    if (form.getValues(apiNameField) !== apiNameFrom(form.getValues(nameField))) return
    form.setValue(apiNameField, apiNameFrom(name) as FieldPathValue<Values, typeof apiNameField>, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  }
  return (
    <>
      <FormField form={form} name={nameField} label={<FormattedMessage id="Common.Name" />} required>
        {({ value, onChange }) => (
          <Input
            value={value as string}
            dir="auto"
            maxLength={80}
            onChange={event => {
              follow(event.target.value)
              onChange(event)
            }}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name={apiNameField}
        label={<FormattedMessage id="Rules.Branch.ApiName" />}
        required
        description={<FormattedMessage id="Rules.Branch.ApiNameHelp" />}
      >
        {({ value, onChange }) => (
          <Input value={value as string} dir="ltr" mono maxLength={80} spellCheck={false} onChange={onChange} />
        )}
      </FormField>
    </>
  )
}
