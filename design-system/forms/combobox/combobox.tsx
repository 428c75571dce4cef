import { Check, ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useAnnounce } from '../../lib/announcer.tsx'
import { useControllable } from '../../lib/use-controllable.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { useFieldControl } from '../field/field.tsx'
import { controlVariants } from '../input/control-variants.ts'
import { filterOptions, markMatch, moveActive, type ComboboxOption } from './combobox-options.tsx'

export type { ComboboxOption } from './combobox-options.tsx'

export interface ComboboxProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'size' | 'onChange' | 'type'> {
  options: readonly ComboboxOption[]
  /** Value of the chosen option; the empty string is "none". */
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  /** Remote options: react to the typed text and pass new `options`; local filtering is then off. */
  onSearch?: (text: string) => void
  loading?: boolean
  /** Shown in place of the list, for example with a retry button. */
  error?: ReactNode
  /** Shown when nothing matches. */
  empty?: ReactNode
  invalid?: boolean
  size?: 'sm' | 'md'
}

/** One of many: type to narrow, arrows to move, Enter to take. Focus stays in the text. */
export function Combobox({
  options,
  value,
  defaultValue = '',
  onValueChange,
  onSearch,
  loading = false,
  error,
  empty,
  invalid = false,
  size = 'md',
  className,
  id,
  required,
  disabled,
  ...props
}: ComboboxProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const listId = useId()
  const [chosen, setChosen] = useControllable({ value, defaultValue, onValueChange })
  const control = useFieldControl({ ...props, id, required, invalid })
  const [open, setOpen] = useState(false)
  // `null` while nobody types: the text is then the label of the chosen option.
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState<string>()
  const box = useRef<HTMLDivElement>(null)

  const label = options.find(option => option.value === chosen)?.label ?? ''
  const shown = onSearch !== undefined || text === null ? options : filterOptions(options, text, intl.locale)
  const activeOption = shown.find(option => option.value === active)
  const optionId = (option: ComboboxOption) => `${listId}-${options.indexOf(option)}`

  const searching = open && text !== null && !loading
  const count = shown.length
  useEffect(() => {
    if (!searching) return
    const timer = setTimeout(() => announce(intl.formatMessage({ id: 'DesignSystem.Combobox.Count' }, { count })), 300)
    return () => clearTimeout(timer)
  }, [searching, count, announce, intl])

  const close = () => {
    setOpen(false)
    setText(null)
    setActive(undefined)
  }
  const choose = (option: ComboboxOption) => {
    if (option.disabled) return
    setChosen(option.value)
    close()
  }
  const show = (from: 'first' | 'last') => {
    setOpen(true)
    setActive(shown.find(option => option.value === chosen)?.value ?? moveActive(shown, undefined, from)?.value)
  }

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const down = event.key === 'ArrowDown'
    if (down || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) show(down ? 'first' : 'last')
      else if (event.altKey && !down) close()
      else setActive(moveActive(shown, active, down ? 'next' : 'previous')?.value)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (activeOption) choose(activeOption)
    } else if (event.key === 'Escape' && (open || text !== null)) {
      // Escape steps out one level: first the list, then whatever is around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') {
      close()
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={next => (next ? setOpen(true) : close())}>
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
            id={control.id}
            type="text"
            role="combobox"
            required={control.required}
            disabled={disabled}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && error === undefined && activeOption ? optionId(activeOption) : undefined}
            value={text ?? label}
            onChange={event => {
              const next = event.target.value
              setText(next)
              setOpen(true)
              onSearch?.(next)
              setActive(moveActive(filterOptions(options, next, intl.locale), undefined, 'first')?.value)
              if (next === '') setChosen('')
            }}
            onClick={() => (open ? undefined : show('first'))}
            onKeyDown={keyDown}
            className="min-w-0 flex-1 border-0 bg-transparent px-px in-[[dir=rtl]]:ltr:text-end outline-none"
          />
          <span className="flex text-fg-muted">
            <Icon icon={ChevronDown} size={12} />
          </span>
        </div>
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          data-slot="combobox-popup"
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={event => event.preventDefault()}
          onCloseAutoFocus={event => event.preventDefault()}
          onInteractOutside={event => {
            if (event.target instanceof Node && box.current?.contains(event.target)) event.preventDefault()
          }}
          className="z-popover max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-nav overflow-y-auto rounded-card border border-transparent bg-surface-raised p-1 text-sm text-fg shadow-2 outline-none"
        >
          {error !== undefined ? (
            <div className="px-2 py-1.5 text-danger-text">{error}</div>
          ) : shown.length === 0 ? (
            <p className="px-2 py-1.5 text-fg-muted">
              {loading ? <FormattedMessage id="DesignSystem.Combobox.Loading" /> : (empty ?? <FormattedMessage id="DesignSystem.Combobox.Empty" />)}
            </p>
          ) : null}
          <ul id={listId} role="listbox" aria-label={props['aria-label']} aria-labelledby={control.labelId} aria-busy={loading || undefined}>
            {(error === undefined ? shown : []).map(option => (
              <Option
                key={option.value}
                id={optionId(option)}
                option={option}
                text={text ?? ''}
                selected={option.value === chosen}
                active={option.value === active}
                onChoose={choose}
                onActive={setActive}
              />
            ))}
          </ul>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface OptionProps {
  id: string
  option: ComboboxOption
  text: string
  selected: boolean
  active: boolean
  onChoose: (option: ComboboxOption) => void
  onActive: (value: string) => void
}

function Option({ id, option, text, selected, active, onChoose, onActive }: OptionProps) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // The keys of an option are handled by the text field, which keeps the focus (aria-activedescendant).
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- keys are handled by the combobox input
    <li
      ref={ref}
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={option.disabled || undefined}
      data-active={active || undefined}
      onPointerMove={() => onActive(option.value)}
      onPointerDown={event => event.preventDefault()}
      onClick={() => onChoose(option)}
      className="flex min-h-8 items-center gap-2 rounded-control border border-transparent px-2 py-1 select-none aria-disabled:text-fg-disabled data-active:bg-surface-hover data-active:outline-2 data-active:-outline-offset-2 data-active:outline-focus"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <bdi>{markMatch(option.label, text)}</bdi>
        </span>
        {option.description === undefined ? null : <span className="block truncate text-xs text-fg-muted">{option.description}</span>}
      </span>
      {selected ? (
        <span className="flex text-accent-text">
          <Icon icon={Check} />
        </span>
      ) : null}
    </li>
  )
}
