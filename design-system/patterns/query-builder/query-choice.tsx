import { Combobox } from '../../forms/combobox/combobox.tsx'
import { Select } from '../../forms/select/select.tsx'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'

/** A longer list is filtered by typing. */
const maxSelectOptions = 15

interface QueryChoiceProps {
  options: readonly { value: string; label: string; description?: string }[]
  /** Undefined where no option matches: the placeholder shows the value. */
  value: string | undefined
  placeholder: string
  onChoose: (value: string) => void
  invalid?: boolean
  'aria-label': string
  'aria-describedby'?: string | undefined
  /** Marks the control that gets the focus when the condition is new. */
  'data-start'?: boolean
}

/**
 * Selects a field or a comparison: a short list is a select, a long one is filtered by typing, also by the options'
 * other names.
 */
export function QueryChoice({
  options,
  value,
  placeholder,
  onChoose,
  invalid = false,
  'data-start': start,
  'aria-describedby': describedBy,
  ...props
}: QueryChoiceProps) {
  const shared = {
    ...props,
    size: 'sm' as const,
    invalid,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(start ? { 'data-start': true } : {}),
  }
  const className = cn('w-auto max-w-full', start && 'font-medium')
  if (options.length <= maxSelectOptions)
    return (
      <Select
        {...shared}
        options={options}
        {...defined({ value })}
        placeholder={placeholder}
        onValueChange={onChoose}
        className={className}
      />
    )
  // A text box has no intrinsic width: it gets that of its text.
  const width = options.find(option => option.value === value)?.label.length ?? placeholder.length
  return (
    <Combobox
      {...shared}
      options={options}
      value={value ?? placeholder}
      style={{ inlineSize: `${Math.min(Math.max(width, 10), 44)}ch` }}
      className={className}
      // Clearing the text is no choice: the condition keeps its field.
      onValueChange={next => {
        if (next !== '') onChoose(next)
      }}
    />
  )
}
