import * as Radix from 'radix-ui/radio-group'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { useRadioKeySelection } from '../../lib/use-radio-key-selection.ts'
import { useFieldControl } from '../field/field.tsx'

export interface RadioGroupProps extends ComponentProps<typeof Radix.Root> {
  /** `card` frames each option: for a few options with an explanation. */
  variant?: 'plain' | 'card'
}

const VariantContext = createContext<RadioGroupProps['variant']>('plain')

/** Chooses one of a few options that are all visible. Arrow keys move and choose, following the reading direction. */
export function RadioGroup({ className, orientation = 'vertical', variant = 'plain', ...props }: RadioGroupProps) {
  const control = useFieldControl(props)
  const taps = useRadioKeySelection(props)
  return (
    <VariantContext value={variant}>
      <Radix.Root
        data-slot="radio-group"
        orientation={orientation}
        aria-labelledby={props['aria-label'] === undefined ? control.labelId : undefined}
        {...props}
        {...control.aria}
        {...taps}
        id={control.id}
        required={control.required}
        className={cn(
          orientation === 'vertical' ? 'flex flex-col gap-2' : 'flex flex-wrap gap-4',
          variant === 'card' &&
            orientation === 'horizontal' &&
            'grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-2',
          className,
        )}
      />
    </VariantContext>
  )
}

export interface RadioProps extends Omit<ComponentProps<typeof Radix.Item>, 'children'> {
  /** Name of the option. */
  label: ReactNode
  /** One sentence on what the option does. */
  description?: ReactNode
}

/** One option of a `RadioGroup`, with its label. */
export function Radio({ label, description, className, id: ownId, ...props }: RadioProps) {
  const madeId = useId()
  const id = ownId ?? madeId
  const descriptionId = useId()
  const card = useContext(VariantContext) === 'card'
  return (
    <div
      data-slot="radio-field"
      className={cn(
        'flex items-start gap-1.5 text-sm',
        // The label covers the whole card, so all of it is clickable.
        card &&
          'relative rounded-card border border-line bg-surface p-3 has-data-[state=checked]:border-accent-border has-data-[state=checked]:bg-surface-selected has-data-disabled:bg-surface-sunken has-data-disabled:has-data-[state=checked]:border-line has-data-disabled:has-data-[state=checked]:bg-surface-sunken not-has-data-disabled:hover:border-line-strong',
        className,
      )}
    >
      <span className="flex h-5 items-center">
        <Radix.Item
          data-slot="radio"
          id={id}
          aria-describedby={description === undefined ? undefined : descriptionId}
          className="focus-ring relative inline-flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface after:absolute after:-inset-1 disabled:border-line disabled:bg-surface-sunken data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:data-[state=checked]:border-line disabled:data-[state=checked]:bg-surface-sunken"
          {...props}
        >
          {/* A border, not a fill, so that the dot is visible in forced colours. */}
          <Radix.Indicator className="size-1.5 rounded-full border-4 border-accent-on data-disabled:border-fg-disabled" />
        </Radix.Item>
      </span>
      <div className="min-w-0">
        <label htmlFor={id} className={card ? 'font-medium after:absolute after:inset-0' : undefined}>
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
