import * as Radix from 'radix-ui/switch'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { useFieldControl } from '../field/field.tsx'

export type SwitchProps = Omit<ComponentProps<typeof Radix.Root>, 'children'> &
  ({ label: ReactNode } | { label?: undefined; 'aria-label': string } | { label?: undefined; 'aria-labelledby': string })

/** On or off with immediate effect. The thumb travels along the reading direction. */
export function Switch({ label, className, id, ...props }: SwitchProps) {
  const ownId = useId()
  const control = useFieldControl({ ...props, id })
  const switchId = control.id ?? ownId
  const track = (
    <Radix.Root
      data-slot="switch"
      {...props}
      {...control.aria}
      id={switchId}
      className={cn(
        'focus-ring relative inline-flex h-4 w-[1.75rem] shrink-0 items-center rounded-full border border-transparent bg-line-strong after:absolute after:-inset-1 data-[state=checked]:bg-accent disabled:bg-line',
        label === undefined && className,
      )}
    >
      <Radix.Thumb className="ms-px block size-3 rounded-full border border-transparent bg-accent-on transition-[translate] duration-fast ease-ds data-[state=checked]:shift-inline-12" />
    </Radix.Root>
  )
  if (label === undefined) return track
  return (
    <div data-slot="switch-field" className={cn('flex items-center gap-1.5 text-sm', className)}>
      {track}
      <label htmlFor={switchId}>{label}</label>
    </div>
  )
}
