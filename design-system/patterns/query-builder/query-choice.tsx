import type { SyntheticEvent } from 'react'
import { Combobox } from '../../forms/combobox/combobox.tsx'
import { Select } from '../../forms/select/select.tsx'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'

/** More than this many are found by typing, not by looking. */
const maxSelectOptions = 15

interface QueryChoiceProps {
  options: readonly { value: string; label: string; description?: string }[]
  /** Absent where none of the options is meant: the placeholder says what is. */
  value: string | undefined
  placeholder: string
  onChoose: (value: string) => void
  invalid?: boolean
  'aria-label': string
  'aria-describedby'?: string | undefined
  /** What the focus goes to when the condition is new. */
  'data-start'?: boolean
}

const selectText = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => currentTarget.select()

/**
 * A field or a comparison: a short list opens as one, a long one is narrowed by typing, in what the options are called
 * elsewhere too.
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
  // A text box has no width of its own: it takes that of what it says.
  const width = options.find(option => option.value === value)?.label.length ?? placeholder.length
  return (
    <Combobox
      {...shared}
      options={options}
      value={value ?? placeholder}
      style={{ inlineSize: `${Math.min(Math.max(width, 10), 44)}ch` }}
      className={className}
      // Typing looks for another one from the first letter on: it does not go on in the name of the one that is chosen.
      onFocus={selectText}
      onClick={selectText}
      // Emptying the text is no choice: the condition keeps what it is about.
      onValueChange={next => {
        if (next !== '') onChoose(next)
      }}
    />
  )
}
