import type { CaseOptionSettings } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import type { OptionForm } from './option-form.ts'
import { OptionMark } from './option-mark.tsx'

const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What every group of options needs. */
export interface OptionFieldsProps {
  form: UseFormReturn<OptionForm, unknown, CaseOptionSettings>
  defaults: CaseOptionSettings
  /** The caller may read the options only. */
  locked: boolean
}

interface OptionFieldProps<Name extends FieldPath<OptionForm>> extends Omit<OptionFieldsProps, 'defaults'> {
  name: Name
  /** Last part of the id of the message that names the option; `.Text` after it: of the one that explains it. */
  option: string
  /** Values of both messages. */
  labelValues?: Record<string, string | number>
  /** The default of the field, and how it reads. */
  initial: FieldPathValue<OptionForm, Name>
  initialText: ReactNode
  children: (control: {
    value: FieldPathValue<OptionForm, Name>
    onChange: (value: FieldPathValue<OptionForm, Name>) => void
  }) => ReactNode
}

/** One option: its name, what it does, its default with the way back to it, and its control. */
export function OptionField<Name extends FieldPath<OptionForm>>({
  form,
  locked,
  name,
  option,
  labelValues = {},
  initial,
  initialText,
  children,
}: OptionFieldProps<Name>) {
  const intl = useIntl()
  return (
    <FormField
      form={form}
      name={name}
      label={<FormattedMessage id={`Admin.Options.${option}`} values={labelValues} />}
      description={<FormattedMessage id={`Admin.Options.${option}.Text`} values={labelValues} />}
      labelEnd={value => (
        <OptionMark
          name={intl.formatMessage({ id: `Admin.Options.${option}` }, labelValues)}
          value={initialText}
          onReset={
            locked || isSameValue(value, initial)
              ? null
              : () => form.setValue(name, initial, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
        />
      )}
    >
      {children}
    </FormField>
  )
}
