import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../../primitives/icon/icon.tsx'
import { flattenOptions, isGroup, type SelectEntry, type SelectOption } from './select-options.ts'
import type { SelectState } from './use-select.ts'

interface SelectListProps {
  entries: readonly SelectEntry[]
  state: SelectState
  /** Value of the chosen option. */
  value: string
  label: string | undefined
  labelledBy: string | undefined
}

/** The list of a select. Its keys are handled by the trigger, which retains the focus. */
export function SelectList({ entries, state, value, label, labelledBy }: SelectListProps) {
  const options = flattenOptions(entries)
  // Values may repeat, the positions do not.
  const renderOption = (option: SelectOption) => {
    const id = state.optionId(options.indexOf(option))
    return <Option key={id} option={option} state={state} id={id} chosen={option.value === value} />
  }
  return (
    <div
      id={state.listId}
      role="listbox"
      aria-label={label}
      aria-labelledby={label === undefined ? labelledBy : undefined}
      className="max-h-(--radix-popover-content-available-height) overflow-y-auto p-1"
    >
      {entries.map(entry =>
        isGroup(entry) ? (
          <Group key={`group ${entry.label}`} label={entry.label}>
            {entry.options.map(renderOption)}
          </Group>
        ) : (
          renderOption(entry)
        ),
      )}
    </div>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className="px-2 py-1.5 text-xs text-fg-muted">
        {label}
      </div>
      {children}
    </div>
  )
}

interface OptionProps {
  option: SelectOption
  state: SelectState
  id: string
  chosen: boolean
}

function Option({ option, state, id, chosen }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  const active = option.value === state.active
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/interactive-supports-focus -- the trigger has the focus and the keys (aria-activedescendant)
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={option.disabled || undefined}
      data-active={active || undefined}
      onPointerMove={() => (active || option.disabled ? undefined : state.setActive(option.value))}
      onPointerDown={event => event.preventDefault()}
      onClick={() => (option.disabled ? undefined : state.pick(option.value))}
      className="relative flex min-h-8 items-center gap-2 rounded-control border border-transparent ps-2 pe-8 select-none aria-disabled:text-fg-disabled aria-selected:font-medium data-active:bg-surface-hover data-active:outline-2 data-active:-outline-offset-2 data-active:outline-focus"
    >
      {option.start}
      <span>{option.label}</span>
      {chosen ? (
        <span className="absolute inset-e-2 flex text-accent-text">
          <Icon icon={Check} />
        </span>
      ) : null}
    </div>
  )
}
