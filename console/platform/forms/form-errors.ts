import { defined } from '@assay/risk-service/contract'
import type { FieldError, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** What is wrong at a field: id and values of a message. */
export interface FormMessage {
  id: string
  values?: Record<string, number | string>
  /** A sentence of the service stands in the place of the id. */
  verbatim?: boolean
}

/** By the path of the field, such as `tiles.0.title`. */
export type FormErrors<Values extends FieldValues> = Partial<Record<FieldPath<Values>, FormMessage>>

/** An error of react-hook-form that carries the values of its message. */
export interface MessageError extends FieldError {
  values?: Record<string, number | string>
  verbatim?: boolean
}

export const toFieldError = ({ id, values, verbatim }: FormMessage): MessageError => ({
  type: 'invalid',
  message: id,
  ...defined({ values, verbatim }),
})

/** The message of a field's error; null when there is none. */
export function messageOfError(error: MessageError | undefined): FormMessage | null {
  return error?.message === undefined ? null : { id: error.message, ...defined({ values: error.values }) }
}

/** Sets what the service found wrong at the fields that it belongs to. */
export function setFormErrors<Values extends FieldValues, Context, Body>(
  form: Pick<UseFormReturn<Values, Context, Body>, 'setError'>,
  errors: FormErrors<Values>,
): void {
  for (const [field, message] of Object.entries<FormMessage | undefined>(errors))
    if (message) form.setError(field as FieldPath<Values>, { ...toFieldError(message), type: 'refused' })
}
