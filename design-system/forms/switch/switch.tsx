import * as Radix from 'radix-ui/switch'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { useFieldControl } from '../field/field.tsx'

export type SwitchProps = Omit<ComponentProps<typeof Radix.Root>, 'children'> & {
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

/** On or off with immediate effect. The thumb moves along the reading direction. */
export function Switch({ label, description, className, id, ...props }: SwitchProps) {
  const ownId = useId()
  const descriptionId = useId()
  const control = useFieldControl({ ...props, id })
  const switchId = control.id ?? ownId
  const track = (
    <Radix.Root
      data-slot="switch"
      {...props}
      {...control.aria}
      id={switchId}
      aria-describedby={
        [description === undefined ? undefined : descriptionId, control.aria['aria-describedby']]
          .filter(Boolean)
          .join(' ') || undefined
      }
      className={cn(
        'focus-ring relative inline-flex h-4 w-[1.75rem] shrink-0 items-center rounded-full border border-transparent bg-line-strong after:absolute after:-inset-1 data-[state=checked]:bg-accent disabled:bg-line disabled:data-[state=checked]:bg-accent-border forced-colors:disabled:bg-[Canvas] forced-colors:disabled:data-[state=checked]:bg-[GrayText]',
        label === undefined && className,
      )}
    >
      <Radix.Thumb className="ms-px block size-3 rounded-full border border-transparent bg-accent-on transition-[translate] duration-fast ease-ds data-[state=checked]:shift-inline-[calc(1rem-4px)]" />
    </Radix.Root>
  )
  if (label === undefined) return track
  return (
    <div data-slot="switch-field" className={cn('flex items-start gap-1.5 text-sm', className)}>
      <span className="flex h-5 items-center">{track}</span>
      <div className="min-w-0">
        <label htmlFor={switchId}>{label}</label>
        {description === undefined ? null : (
          <p id={descriptionId} className="text-xs text-fg-muted">
            {description}
          </p>
        )}
      </div>
    </div>
  )
}
