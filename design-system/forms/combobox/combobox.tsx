import { ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { type ComponentProps, useEffect, useMemo, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { useFieldControl } from '../field/field.tsx'
import { controlVariants } from '../input/control-variants.ts'
import { ComboboxList } from './combobox-list.tsx'
import { ComboboxPopup } from './combobox-popup.tsx'
import type { ListSource } from './list-source.ts'
import { useCombobox } from './use-combobox.ts'

export type { ComboboxOption } from './combobox-options.tsx'

export interface ComboboxProps
  extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'size' | 'onChange' | 'type'>,
    ListSource {
  /** Value of the chosen option; the empty string is "none". */
  value?: string
  /** Value that is initially chosen, for uncontrolled use. */
  defaultValue?: string
  /** Called with the value of the chosen option, or the empty string. */
  onValueChange?: (value: string) => void
}

/** Chooses one of many options: typing filters, arrows move, Enter chooses. Focus stays in the text. */
export function Combobox({
  options,
  value,
  defaultValue = '',
  onValueChange,
  recent,
  onSearch,
  onCreate,
  loading = false,
  error,
  onRetry,
  empty,
  invalid = false,
  size = 'md',
  className,
  id,
  required,
  disabled,
  readOnly,
  ref,
  onFocus,
  onClick,
  onKeyDown,
  ...props
}: ComboboxProps) {
  const [chosen, setChosen] = useControllable({ value, defaultValue, onValueChange })
  const control = useFieldControl({ ...props, id, required, invalid })
  useUniqueIds('Combobox', 'options', options, all => all.map(option => option.value))
  const box = useRef<HTMLDivElement>(null)
  const failed = error !== undefined
  const state = useCombobox({
    options,
    recent,
    onSearch,
    onCreate,
    onRetry,
    loading,
    hasError: failed,
    disabled,
    readOnly,
    chosen,
    onPick: option => setChosen(option.value),
  })
  const { inputProps } = state
  // A value without an option is shown unchanged.
  const label = options.find(option => option.value === chosen)?.label ?? chosen

  const input = useRef<HTMLInputElement>(null)
  const inputRef = useMemo(() => mergeRefs(ref, input), [ref])
  // Typing replaces the name of the chosen option and starts a new search: also after a choice or Escape.
  useEffect(() => {
    if (state.text === null && input.current?.matches(':focus')) input.current.select()
  }, [state.text, label])

  return (
    <Radix.Root open={state.open} onOpenChange={state.setOpen}>
      <Radix.Anchor asChild>
        <div
          ref={box}
          data-slot="combobox"
          className={cn(controlVariants({ size, invalid: control.invalid }), className)}
        >
          <input
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            {...props}
            {...control.aria}
            {...inputProps}
            ref={inputRef}
            id={control.id}
            required={control.required}
            value={state.text ?? label}
            onChange={event => {
              inputProps.onChange(event)
              if (event.target.value === '') setChosen('')
            }}
            onFocus={event => {
              onFocus?.(event)
              event.currentTarget.select()
            }}
            onClick={event => {
              onClick?.(event)
              // The press that gave the focus has set the caret. While the list is open, it may be set on purpose.
              if (!state.open) event.currentTarget.select()
              inputProps.onClick()
            }}
            onKeyDown={event => {
              onKeyDown?.(event)
              inputProps.onKeyDown(event)
            }}
            className="min-w-0 flex-1 border-0 bg-transparent px-px text-ellipsis in-[[dir=rtl]]:ltr:text-end outline-none placeholder:text-fg-muted disabled:text-fg-disabled"
          />
          <span className="flex text-fg-muted">
            <Icon icon={ChevronDown} size={12} />
          </span>
        </div>
      </Radix.Anchor>
      <ComboboxPopup
        box={box}
        loading={loading}
        noOptions={!state.entries.some(entry => entry.kind === 'option')}
        error={error}
        empty={empty}
        onEscape={state.escape}
      >
        <ComboboxList
          state={state}
          label={props['aria-label']}
          labelledBy={props['aria-labelledby'] ?? control.labelId}
          multiple={false}
          loading={loading}
          isChosen={option => option === chosen}
        />
      </ComboboxPopup>
    </Radix.Root>
  )
}
