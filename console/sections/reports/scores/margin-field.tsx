import { Field, NumberInput } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isMargin } from './scores-address.ts'

interface MarginFieldProps {
  /** In percent; undefined until it has arrived. */
  margin: number | undefined
  onMarginChange: (margin: number) => void
}

/** The profit margin. What is no margin stays in the field with its error, and changes nothing. */
export function MarginField({ margin, onMarginChange }: MarginFieldProps) {
  const [refused, setRefused] = useState<{ value: number | null } | null>(null)
  return (
    <Field
      label={<FormattedMessage id="Reports.Scores.Margin" />}
      description={<FormattedMessage id="Reports.Scores.Margin.Text" />}
      error={refused ? <FormattedMessage id="Reports.Scores.Margin.Error" /> : undefined}
      className="max-w-[20rem]"
    >
      <NumberInput
        value={refused ? refused.value : (margin ?? null)}
        step={1}
        maximumFractionDigits={2}
        onValueChange={value => {
          const valid = value !== null && isMargin(value)
          setRefused(valid ? null : { value })
          if (valid) onMarginChange(value)
        }}
      />
    </Field>
  )
}
