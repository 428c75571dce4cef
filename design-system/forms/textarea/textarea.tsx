import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { useFieldControl } from '../field/field.tsx'

export interface TextareaProps extends ComponentProps<'textarea'> {
  /** Marks the field as wrong; a `Field` with an error does it, too. */
  invalid?: boolean
  /** For code and ids: monospaced, always left to right. */
  mono?: boolean
}

/** Several lines of text. */
export function Textarea({
  invalid = false,
  mono = false,
  className,
  id,
  required,
  dir,
  rows = 3,
  ...props
}: TextareaProps) {
  const control = useFieldControl({ ...props, id, required, invalid })
  return (
    <textarea
      data-slot="textarea"
      {...props}
      {...control.aria}
      id={control.id}
      required={control.required}
      rows={rows}
      dir={dir ?? (mono ? 'ltr' : 'auto')}
      className={cn(
        'focus-ring min-h-16 w-full rounded-control border bg-surface px-2 py-1.5 text-sm text-fg placeholder:text-fg-muted disabled:border-line disabled:bg-surface-sunken disabled:text-fg-disabled',
        control.invalid ? 'border-danger-border' : 'border-line-strong',
        mono && 'font-mono',
        className,
      )}
    />
  )
}
