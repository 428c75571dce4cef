import { MultiSelect } from '@assay/design-system'
import { maxObservedFields } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { observedFieldName } from '../../../platform/assessments/observed-field-name.ts'

interface ObservedFieldsProps {
  /** Keys of the chosen fields. */
  value: readonly string[]
  /** Keys of the fields of the schemas. */
  observable: readonly string[]
  disabled: boolean
  onChange: (value: string[]) => void
}

/** Chooses fields of observations and labels: those of the schemas, and custom ones by their key. */
export function ObservedFields({ value, observable, disabled, onChange }: ObservedFieldsProps) {
  const intl = useIntl()
  return (
    <MultiSelect
      value={value}
      disabled={disabled}
      onValueChange={next => onChange(next.slice(0, maxObservedFields))}
      onCreate={text => onChange([...new Set([...value, text.trim()])].slice(0, maxObservedFields))}
      empty={<FormattedMessage id="Assessments.Reports.Observed.None" />}
      options={[...new Set([...observable, ...value])].map(key => ({
        value: key,
        label: observedFieldName(intl, key),
      }))}
    />
  )
}
