import { Field, type FieldProps } from '@assay/design-system'
import type { ReactNode } from 'react'
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
  useController,
} from 'react-hook-form'
import { FormattedMessage } from 'react-intl'
import { type MessageError, messageOfError } from './form-errors.ts'

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Body>
  extends Omit<FieldProps, 'error' | 'children' | 'form' | 'labelEnd'> {
  form: UseFormReturn<Values, unknown, Body>
  name: Name
  /** Fields whose rules read this one: they are validated again with it. */
  deps?: readonly FieldPath<Values>[]
  labelEnd?: (value: FieldPathValue<Values, Name>) => ReactNode
  /** `onChange` accepts the value, or the event of an input. */
  children: (control: { value: FieldPathValue<Values, Name>; onChange: (valueOrEvent: unknown) => void }) => ReactNode
}

/** A field of a form of react-hook-form, with what is wrong at it. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Body>({
  form,
  name,
  deps,
  labelEnd,
  children,
  ...field
}: FormFieldProps<Values, Name, Body>) {
  const {
    field: { value, onChange },
    fieldState: { error },
  } = useController({ control: form.control, name, rules: deps ? { deps: [...deps] } : {} })
  const message = messageOfError(error as MessageError | undefined)
  return (
    <Field
      {...field}
      {...(labelEnd ? { labelEnd: labelEnd(value) } : {})}
      {...(message ? { error: <FormattedMessage {...message} /> } : {})}
    >
      {children({
        value,
        onChange: valueOrEvent => {
          onChange(valueOrEvent)
          // The error of the service about the whole form referred to other values.
          if (form.formState.errors.root) form.clearErrors('root')
        },
      })}
    </Field>
  )
}
