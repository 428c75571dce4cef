import { Field, FieldCounter, Textarea } from '@assay/design-system'
import { caseLimits } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

interface ReasonFieldProps {
  /** Message id of its name. */
  labelId: string
  required?: boolean
  value: string
  disabled: boolean
  onChange: (text: string) => void
}

/** Text of an action for those who review the case next. */
export function ReasonField({ labelId, required = false, value, disabled, onChange }: ReasonFieldProps) {
  return (
    <Field
      label={<FormattedMessage id={labelId} />}
      required={required}
      labelEnd={<FieldCounter used={value.length} limit={caseLimits.note} />}
      error={
        isTooLong(value) ? <FormattedMessage id="Common.TooLong" values={{ limit: caseLimits.note }} /> : undefined
      }
    >
      <Textarea value={value} disabled={disabled} dir="auto" onChange={event => onChange(event.target.value)} />
    </Field>
  )
}

export const isTooLong = (text: string): boolean => text.length > caseLimits.note
/** A text that an action requires is there. */
export const isWritten = (text: string): boolean => text.trim() !== '' && !isTooLong(text)
