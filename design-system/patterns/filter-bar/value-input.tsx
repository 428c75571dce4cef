import { Input, type InputProps } from '../../forms/input/input.tsx'
import { NumberInput } from '../../forms/number-input/number-input.tsx'
import { Select } from '../../forms/select/select.tsx'
import type { FilterField } from './filter-model.ts'

/** The format is the same in every language; so is the example. */
const isoExample = '2026-01-31'

export interface ValueInputProps
  extends Pick<InputProps, 'size' | 'invalid' | 'disabled' | 'aria-label' | 'aria-describedby' | 'className'> {
  field: FilterField
  /** As text: numbers with a point, dates as YYYY-MM-DD or a moment. */
  value: string
  onValueChange: (value: string) => void
  'data-filter-start'?: string
}

/** The input for the kind of a field, for one value of a condition. */
export function ValueInput({ field, value, onValueChange, ...props }: ValueInputProps) {
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          {...props}
          options={field.options ?? []}
          {...(value === '' ? {} : { value })}
          onValueChange={onValueChange}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...props}
          value={value === '' ? null : Number(value)}
          onValueChange={next => onValueChange(next === null ? '' : String(next))}
        />
      )
    case 'date':
      return (
        <Input
          {...props}
          mono
          inputMode="numeric"
          placeholder={isoExample}
          value={value}
          onChange={event => onValueChange(event.target.value)}
        />
      )
    case 'text':
      return (
        <Input
          {...props}
          mono={field.mono ?? false}
          spellCheck={false}
          value={value}
          onChange={event => onValueChange(event.target.value)}
        />
      )
  }
}
