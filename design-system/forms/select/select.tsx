import { getNonce } from 'get-nonce'
import { Check, ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/select'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { useFieldControl } from '../field/field.tsx'
import { controlVariants } from '../input/control-variants.ts'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  start?: ReactNode
  disabled?: boolean
}

export interface SelectGroup<Value extends string = string> {
  label: string
  options: readonly SelectOption<Value>[]
}

export interface SelectProps<Value extends string = string>
  extends Omit<ComponentProps<typeof Radix.Trigger>, 'value' | 'defaultValue' | 'children' | 'asChild'> {
  /** Up to about 15 options, flat or grouped; for more use `Combobox`. */
  options: readonly (SelectOption<Value> | SelectGroup<Value>)[]
  /** Value of the chosen option. */
  value?: Value
  /** Value that is initially chosen, for uncontrolled use. */
  defaultValue?: Value
  /** Called with the value of the chosen option. */
  onValueChange?: (value: Value) => void
  /** Whether the list is open. */
  open?: boolean
  /** Whether the list is initially open, for uncontrolled use. */
  defaultOpen?: boolean
  /** Called when the list opens or closes. */
  onOpenChange?: (open: boolean) => void
  /** Shown while nothing is chosen. */
  placeholder?: string
  /** Name of the value in the form. */
  name?: string
  /** An option must be chosen before the form is sent. */
  required?: boolean
  /** Marks the field as wrong; a `Field` with an error does it, too. */
  invalid?: boolean
  /** Height: `sm` in bars and rows, `md` in forms. */
  size?: 'sm' | 'md'
}

const isGroup = <Value extends string>(entry: SelectOption<Value> | SelectGroup<Value>): entry is SelectGroup<Value> =>
  'options' in entry

/**
 * Chooses one of a short list. Arrow keys, Home, End and type-ahead; the current value is part of the accessible text.
 */
export function Select<Value extends string = string>({
  options,
  value,
  defaultValue,
  onValueChange,
  open,
  defaultOpen,
  onOpenChange,
  placeholder,
  name,
  required,
  invalid = false,
  size = 'md',
  disabled = false,
  className,
  id,
  ...props
}: SelectProps<Value>) {
  const control = useFieldControl({ ...props, id, required, invalid })
  useUniqueIds('Select', 'options', options, entries =>
    entries.flatMap(entry => (isGroup(entry) ? entry.options.map(option => option.value) : [entry.value])),
  )
  const all = options.flatMap(entry => (isGroup(entry) ? entry.options : [entry]))
  const emit = (next: string) => {
    const chosen = all.find(option => option.value === next)
    if (chosen) onValueChange?.(chosen.value)
  }
  return (
    <Radix.Root
      {...defined({ value })}
      {...defined({ defaultValue })}
      {...defined({ open })}
      {...defined({ defaultOpen })}
      {...(onOpenChange ? { onOpenChange } : {})}
      {...defined({ name })}
      onValueChange={emit}
      required={control.required}
      disabled={disabled}
    >
      <Radix.Trigger
        data-slot="select"
        {...props}
        {...control.aria}
        id={control.id}
        className={cn(
          controlVariants({ size, invalid: control.invalid }),
          'focus-ring w-full justify-between text-start disabled:border-line disabled:bg-surface-sunken disabled:text-fg-disabled data-placeholder:text-fg-muted',
          className,
        )}
      >
        <span className="min-w-0 truncate px-px">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon className="flex text-fg-muted">
          <Icon icon={ChevronDown} size={12} />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-popover max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-card border border-transparent bg-surface-raised text-sm text-fg shadow-2"
        >
          {/* The viewport inserts a style element: under the strict policy it needs the nonce of the page. */}
          <Radix.Viewport nonce={getNonce()} className="p-1">
            {options.map(entry =>
              isGroup(entry) ? (
                <Radix.Group key={entry.label}>
                  <Radix.Label className="px-2 py-1.5 text-xs text-fg-muted">{entry.label}</Radix.Label>
                  {entry.options.map(option => (
                    <Item key={option.value} option={option} />
                  ))}
                </Radix.Group>
              ) : (
                <Fragment key={entry.value}>
                  <Item option={entry} />
                </Fragment>
              ),
            )}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Item({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className="relative flex min-h-8 items-center gap-2 rounded-control border border-transparent ps-2 pe-8 outline-none select-none data-disabled:text-fg-disabled data-highlighted:bg-surface-hover data-[state=checked]:font-medium"
    >
      {option.start}
      <Radix.ItemText>{option.label}</Radix.ItemText>
      <Radix.ItemIndicator className="absolute inset-e-2 flex text-accent-text">
        <Icon icon={Check} />
      </Radix.ItemIndicator>
    </Radix.Item>
  )
}
