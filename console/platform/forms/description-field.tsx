import { Field, FieldCounter, Textarea } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

interface DescriptionFieldProps {
  value: string
  /** As many characters as the service accepts, outer blanks not counted. */
  limit: number
  rows: number
  readOnly?: boolean
  onValueChange: (value: string) => void
}

/**
 * The purpose of a resource, with the number of characters left: text that is too long stays in the field with an
 * error.
 */
export function DescriptionField({ value, limit, rows, readOnly = false, onValueChange }: DescriptionFieldProps) {
  const used = value.trim().length
  return (
    <Field
      label={<FormattedMessage id="Common.Description" />}
      labelEnd={<FieldCounter used={used} limit={limit} />}
      {...(used > limit ? { error: <FormattedMessage id="Common.TooLong" values={{ limit }} /> } : {})}
    >
      <Textarea
        value={value}
        rows={rows}
        dir="auto"
        readOnly={readOnly}
        onChange={event => onValueChange(event.target.value)}
      />
    </Field>
  )
}
