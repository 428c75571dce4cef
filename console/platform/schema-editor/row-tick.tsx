import { Checkbox } from '@assay/design-system'

interface RowTickProps {
  label: string
  checked: boolean
  disabled: boolean
  onChange?: (checked: boolean) => void
}

/** A box in the row of a field, in its middle: a line of text around it would raise it. */
export const RowTick = ({ label, checked, disabled, onChange }: RowTickProps) => (
  <span className="flex">
    <Checkbox
      checked={checked}
      disabled={disabled}
      aria-label={label}
      onCheckedChange={value => onChange?.(value === true)}
    />
  </span>
)
