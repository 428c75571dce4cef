import { Check, Minus } from 'lucide-react'
import * as Radix from 'radix-ui/checkbox'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { FieldBoundary, useFieldControl } from '../field/field.tsx'

type RootProps = ComponentProps<typeof Radix.Root>

/** Without a visible label the box needs an `aria-label` (a row of a table). */
export type CheckboxProps = Omit<RootProps, 'children'> & {
  /** One sentence under the label, read with it. */
  description?: ReactNode
} & (
    | {
        /** Text of the label, which is the accessible name, too. */
        label: ReactNode
      }
    | { label?: undefined; 'aria-label': string }
    | { label?: undefined; 'aria-labelledby': string }
  )

/** A ticked box keeps the state, too. Forced colours have one colour for all borders: there it is dashed. */
const invalidBox = [
  'border-danger-border forced-colors:border-2 forced-colors:border-dashed',
  'data-[state=checked]:border-danger data-[state=checked]:bg-danger data-[state=checked]:text-danger-on forced-colors:data-[state=checked]:bg-[Canvas] forced-colors:data-[state=checked]:text-[CanvasText]',
  'data-[state=indeterminate]:border-danger data-[state=indeterminate]:bg-danger data-[state=indeterminate]:text-danger-on forced-colors:data-[state=indeterminate]:bg-[Canvas] forced-colors:data-[state=indeterminate]:text-[CanvasText]',
]

/** Yes, no, or some (`checked="indeterminate"`). Applies on submit; for an immediate effect use `Switch`. */
export function Checkbox({ label, description, className, id, ...props }: CheckboxProps) {
  const ownId = useId()
  const descriptionId = useId()
  const control = useFieldControl({ ...props, id })
  const boxId = control.id ?? ownId
  const box = (
    <Radix.Root
      data-slot="checkbox"
      {...props}
      {...control.aria}
      id={boxId}
      required={control.required}
      aria-describedby={
        [description === undefined ? undefined : descriptionId, control.aria['aria-describedby']]
          .filter(Boolean)
          .join(' ') || undefined
      }
      className={cn(
        // The pseudo-element enlarges the target to 24 px without moving the neighbours.
        'focus-ring relative inline-flex size-4 shrink-0 items-center justify-center rounded-mark border bg-surface text-accent-on after:absolute after:-inset-1',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
        // Without the state, a checked box would keep the colour of an enabled one.
        'disabled:border-line disabled:bg-surface-sunken disabled:text-fg-disabled',
        'disabled:data-[state=checked]:border-line disabled:data-[state=checked]:bg-surface-sunken disabled:data-[state=indeterminate]:border-line disabled:data-[state=indeterminate]:bg-surface-sunken',
        control.invalid ? invalidBox : 'border-line-strong',
        label === undefined && className,
      )}
    >
      <Radix.Indicator className="group flex">
        <Check aria-hidden strokeWidth={2.5} className="size-3 group-data-[state=indeterminate]:hidden" />
        <Minus aria-hidden strokeWidth={2.5} className="hidden size-3 group-data-[state=indeterminate]:block" />
      </Radix.Indicator>
    </Radix.Root>
  )
  if (label === undefined) return box
  return (
    <div data-slot="checkbox-field" className={cn('flex items-start gap-1.5 text-sm', className)}>
      <span className="flex h-5 items-center">{box}</span>
      <div className="min-w-0">
        <label htmlFor={boxId} className="text-fg">
          {label}
        </label>
        {description === undefined ? null : (
          <p id={descriptionId} className="text-xs text-fg-muted">
            {description}
          </p>
        )}
      </div>
    </div>
  )
}

export interface CheckboxGroupProps extends ComponentProps<'div'> {
  /** Side by side instead of stacked. */
  orientation?: 'vertical' | 'horizontal'
}

/** Boxes that answer one question. Named by the surrounding `Field` or an `aria-label`. */
export function CheckboxGroup({ orientation = 'vertical', className, id, children, ...props }: CheckboxGroupProps) {
  const control = useFieldControl({ ...props, id })
  return (
    <div
      data-slot="checkbox-group"
      role="group"
      aria-labelledby={props['aria-label'] === undefined ? control.labelId : undefined}
      {...props}
      aria-describedby={control.aria['aria-describedby']}
      id={control.id}
      className={cn('flex', orientation === 'vertical' ? 'flex-col gap-2' : 'flex-wrap gap-4', className)}
    >
      {/* The description and error of the field are those of the whole group. */}
      <FieldBoundary>{children}</FieldBoundary>
    </div>
  )
}
