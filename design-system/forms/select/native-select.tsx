import type { SelectOption } from './select-options.ts'

interface NativeSelectProps {
  name: string | undefined
  form: string | undefined
  required: boolean
  disabled: boolean
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  /** The browser moves the focus here when a required value is missing. */
  onFocus: () => void
}

/**
 * The value of a select for the form around it, for its check of required values and for the autofill of the browser.
 * People and assistive technology use the trigger.
 */
export function NativeSelect({ options, value, onValueChange, ...props }: NativeSelectProps) {
  return (
    <select
      aria-hidden
      tabIndex={-1}
      value={value}
      onChange={event => onValueChange(event.target.value)}
      className="sr-only"
      {...props}
    >
      {options.some(option => option.value === value) ? null : <option value={value} />}
      {options.map(option => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
