import { MultiSelect } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

interface DataFilterFieldsProps {
  /** Paths of the chosen fields. */
  value: readonly string[]
  /** Paths of the fields of the schema. */
  offered: readonly string[]
  disabled: boolean
  onChange: (value: string[]) => void
}

/** Chooses fields of the schema by whose values reports are filtered. */
export function DataFilterFields({ value, offered, disabled, onChange }: DataFilterFieldsProps) {
  return (
    <MultiSelect
      value={value}
      disabled={disabled}
      // In the order of the service, so that a field that is chosen again leaves no change.
      onValueChange={fields => onChange(offered.filter(path => fields.includes(path)))}
      empty={<FormattedMessage id="Assessments.Reports.Observed.None" />}
      options={offered.map(path => ({ value: path, label: path }))}
    />
  )
}
