import * as Radix from 'radix-ui/radio-group'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'
import { useRadioKeySelection } from '../../lib/use-radio-key-selection.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { tabListVariants, tabVariants } from '../tabs/tab-variants.ts'

export interface Segment<Value extends string = string> {
  value: Value
  label: ReactNode
  start?: ReactNode
  disabled?: boolean
}

export interface SegmentedControlProps<Value extends string>
  extends Omit<ComponentProps<typeof Radix.Root>, 'value' | 'defaultValue' | 'onValueChange' | 'children'> {
  /** The options, up to about five. */
  segments: readonly Segment<Value>[]
  /** Value of the chosen segment. */
  value?: Value
  /** Value that is initially chosen, for uncontrolled use. */
  defaultValue?: Value
  /** Called with the value of the chosen segment. */
  onValueChange?: (value: Value) => void
  /** Accessible name. */
  label: string
}

/** Chooses one of two to four visible options. A radio group: arrow keys move and choose. */
export function SegmentedControl<Value extends string>({
  segments,
  value,
  defaultValue,
  onValueChange,
  label,
  className,
  ...props
}: SegmentedControlProps<Value>) {
  useUniqueIds('SegmentedControl', 'segments', segments, all => all.map(segment => segment.value))
  const taps = useRadioKeySelection(props)
  return (
    <Radix.Root
      data-slot="segmented-control"
      aria-label={label}
      orientation="horizontal"
      {...defined({ value })}
      {...defined({ defaultValue })}
      onValueChange={next => {
        const chosen = segments.find(segment => segment.value === next)
        if (chosen) onValueChange?.(chosen.value)
      }}
      className={cn(tabListVariants({ variant: 'segmented' }), 'max-w-full max-sm:h-fit max-sm:flex-wrap', className)}
      {...props}
      {...taps}
    >
      {segments.map(segment => (
        <Radix.Item
          key={segment.value}
          value={segment.value}
          disabled={segment.disabled ?? false}
          className={cn(
            tabVariants({ variant: 'segmented' }),
            'max-sm:h-fit max-sm:min-h-[calc(var(--ds-control-height)-0.25rem)] max-sm:max-w-full max-sm:whitespace-normal',
          )}
        >
          {segment.start}
          {segment.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
