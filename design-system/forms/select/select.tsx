import { ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { type ComponentProps, type MouseEvent, useMemo, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { useFieldControl } from '../field/field.tsx'
import { controlVariants } from '../input/control-variants.ts'
import { popupClasses } from '../input/popup-classes.ts'
import { NativeSelect } from './native-select.tsx'
import { SelectList } from './select-list.tsx'
import { flattenOptions, type SelectEntry } from './select-options.ts'
import { useSelect } from './use-select.ts'

export type { SelectGroup, SelectOption } from './select-options.ts'

export interface SelectProps<Value extends string = string>
  extends Omit<ComponentProps<'button'>, 'value' | 'defaultValue' | 'children'> {
  /** Up to about 15 options, flat or grouped; for more use `Combobox`. */
  options: readonly SelectEntry<Value>[]
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

/**
 * Chooses one of a short list. Arrow keys, Home, End and type-ahead; the current value is part of the accessible text.
 */
export function Select<Value extends string = string>({
  options,
  value,
  defaultValue,
  onValueChange,
  open,
  defaultOpen = false,
  onOpenChange,
  placeholder,
  name,
  required,
  invalid = false,
  size = 'md',
  disabled = false,
  className,
  id,
  ref,
  onClick,
  onKeyDown,
  onKeyUp,
  onPointerDown,
  ...props
}: SelectProps<Value>) {
  const control = useFieldControl({ ...props, id, required, invalid })
  const all = flattenOptions(options)
  useUniqueIds('Select', 'options', options, entries => flattenOptions(entries).map(option => option.value))
  const [chosen, setChosen] = useControllable<string>({
    value,
    defaultValue: defaultValue ?? '',
    onValueChange: next => {
      const option = all.find(each => each.value === next)
      if (option) onValueChange?.(option.value)
    },
  })
  const [shown, setShown] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  const onPick = (next: string) => (next === chosen ? undefined : setChosen(next))
  const state = useSelect({ options: all, value: chosen, open: shown, setOpen: setShown, disabled, onPick })

  const trigger = useRef<HTMLButtonElement>(null)
  const triggerRef = useMemo(() => mergeRefs(ref, trigger), [ref])
  const pressed = useRef(false)
  const toggleByClick = (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event)
    // A click on the label arrives here with a position and without a press: as for any field, it moves the focus alone.
    const fromLabel = !pressed.current && (event.clientX !== 0 || event.clientY !== 0)
    pressed.current = false
    if (!event.defaultPrevented && !fromLabel) state.toggle(!shown)
  }
  const label = all.find(option => option.value === chosen)?.label

  return (
    <Radix.Root open={shown} onOpenChange={state.toggle}>
      <Radix.Anchor asChild>
        <button
          type="button"
          data-slot="select"
          {...props}
          {...control.aria}
          ref={triggerRef}
          id={control.id}
          role="combobox"
          disabled={disabled}
          aria-required={control.required || undefined}
          aria-haspopup="listbox"
          aria-expanded={shown}
          aria-controls={shown ? state.listId : undefined}
          aria-activedescendant={state.activeId}
          data-state={shown ? 'open' : 'closed'}
          data-placeholder={label === undefined ? '' : undefined}
          onPointerDown={event => {
            onPointerDown?.(event)
            pressed.current = true
          }}
          onClick={toggleByClick}
          onKeyDown={event => {
            onKeyDown?.(event)
            state.onKeyDown(event)
          }}
          onKeyUp={event => {
            onKeyUp?.(event)
            // The list was opened when Space was pressed; the click that follows would close it.
            if (event.key === ' ') event.preventDefault()
          }}
          className={cn(
            controlVariants({ size, invalid: control.invalid }),
            'focus-ring w-full justify-between text-start disabled:border-line disabled:bg-surface-sunken disabled:text-fg-disabled data-placeholder:text-fg-muted',
            className,
          )}
        >
          <span className="min-w-0 truncate px-px">{label ?? placeholder}</span>
          <span aria-hidden className="flex text-fg-muted">
            <Icon icon={ChevronDown} size={12} />
          </span>
        </button>
      </Radix.Anchor>
      {name === undefined && !control.required ? null : (
        <NativeSelect
          name={name}
          form={props.form}
          required={control.required}
          disabled={disabled}
          options={all}
          value={chosen}
          onValueChange={onPick}
          onFocus={() => trigger.current?.focus()}
        />
      )}
      <Radix.Portal>
        <Radix.Content
          data-slot="select-popup"
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={event => event.preventDefault()}
          onCloseAutoFocus={event => event.preventDefault()}
          onInteractOutside={event => {
            if (event.target instanceof Node && trigger.current?.contains(event.target)) event.preventDefault()
          }}
          className={`${popupClasses} min-w-(--radix-popover-trigger-width) overflow-hidden`}
        >
          <SelectList
            entries={options}
            state={state}
            value={chosen}
            label={props['aria-label']}
            labelledBy={props['aria-labelledby'] ?? control.labelId}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
