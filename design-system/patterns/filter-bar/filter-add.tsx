import { Plus, Search } from 'lucide-react'
import { type RefObject, useCallback, useId, useMemo } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { ComboboxList } from '../../forms/combobox/combobox-list.tsx'
import { type ComboboxOption, filterOptions } from '../../forms/combobox/combobox-options.tsx'
import { useCombobox } from '../../forms/combobox/use-combobox.ts'
import { Input } from '../../forms/input/input.tsx'
import { useAnnounce } from '../../lib/announcer.tsx'
import { defined } from '../../lib/defined.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../../overlays/popover/popover.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { type FilterCondition, type FilterField, type QuickSuggestion, quickSuggestions } from './filter-model.ts'

interface FilterAddProps {
  button: RefObject<HTMLButtonElement | null>
  fields: readonly FilterField[]
  /** The editor of a new condition is open and has the focus. */
  editing: boolean
  onField: (field: FilterField) => void
  onCondition: (condition: Omit<FilterCondition, 'id'>) => void
  /** Set when no condition can be added: the largest number. */
  full: number | undefined
}

type Choice = ComboboxOption & ({ field: FilterField } | { offer: QuickSuggestion; text: string })

const fieldChoice = (field: FilterField): Choice => ({
  value: `field ${field.id}`,
  label: field.label,
  field,
  ...defined({ description: field.note, group: field.group }),
})
function quickChoice(intl: IntlShape, offer: QuickSuggestion, text: string): Choice {
  // The value keeps its own direction in a sentence of the opposite one.
  const label = intl.formatMessage(
    { id: 'DesignSystem.FilterBar.Quick' },
    { field: offer.field.label, operator: offer.operator.label, value: `\u2068${text}\u2069` },
  )
  return { value: `quick ${offer.field.id} ${offer.operator.id}`, label, offer, text }
}

/** The button that adds a condition: by the name of its field, or directly by a typed or pasted value. */
export function FilterAdd({ button, fields, editing, onField, onCondition, full }: FilterAddProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const fullId = useId()
  const name = intl.formatMessage({ id: 'DesignSystem.FilterBar.AddName' })
  const hint = intl.formatMessage({
    id: `DesignSystem.FilterBar.${fields.some(({ quick }) => quick) ? 'FindAny' : 'FindField'}`,
  })
  const options = useMemo(() => fields.map(fieldChoice), [fields])
  /** Fields whose pattern matches the text, then fields with a matching name, then other possible comparisons. */
  const find = useCallback(
    (typed: string) => {
      const text = typed.trim()
      const offers = quickSuggestions(fields, text)
      const choices = (likely: boolean) =>
        offers.filter(offer => offer.matchesPattern === likely).map(offer => quickChoice(intl, offer, text))
      return [...choices(true), ...filterOptions(options, text, intl.locale), ...choices(false)]
    },
    [fields, options, intl],
  )
  const pick = (option: ComboboxOption) => {
    const choice = option as Choice
    if ('field' in choice) return onField(choice.field)
    onCondition({ field: choice.offer.field.id, operator: choice.offer.operator.id, values: [choice.text] })
    announce(intl.formatMessage({ id: 'DesignSystem.FilterBar.Added' }, { condition: choice.label }))
  }
  const state = useCombobox({ options, find, loading: false, hasError: false, onPick: pick })

  return (
    <Popover
      open={state.open && full === undefined}
      onOpenChange={open => (open && full === undefined ? state.show('first') : state.close())}
    >
      <PopoverTrigger asChild>
        <button
          ref={button}
          type="button"
          aria-label={name}
          {...(full === undefined ? {} : { 'aria-disabled': true, 'aria-describedby': fullId })}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60 focus-ring inline-flex h-control-sm items-center gap-1 rounded-chip border border-dashed border-line ps-1.5 pe-2 text-fg-secondary hover:bg-surface-hover hover:text-fg"
        >
          <Icon icon={Plus} size={12} />
          <FormattedMessage id="DesignSystem.FilterBar.Add" />
        </button>
      </PopoverTrigger>
      {full === undefined ? null : (
        <span id={fullId} className="text-fg-muted">
          <FormattedMessage id="DesignSystem.FilterBar.Full" values={{ count: full }} />
        </span>
      )}
      <PopoverContent
        label={name}
        className="flex w-panel max-w-[calc(100vw-1.5rem)] flex-col overflow-hidden p-0"
        // The editor of the new condition gets the focus, not the button.
        onCloseAutoFocus={event => (editing ? event.preventDefault() : undefined)}
      >
        <div className="border-be border-line-subtle p-2">
          <Input
            size="sm"
            start={<Icon icon={Search} size={12} />}
            autoComplete="off"
            spellCheck={false}
            aria-label={hint}
            placeholder={hint}
            {...state.inputProps}
            value={state.text ?? ''}
          />
        </div>
        {state.entries.length === 0 ? (
          <p className="px-3 pbs-2 pbe-1 text-fg-muted">
            <FormattedMessage id="DesignSystem.Combobox.Empty" />
          </p>
        ) : null}
        <ComboboxList
          state={state}
          label={hint}
          labelledBy={undefined}
          multiple={false}
          loading={false}
          isChosen={() => false}
        />
      </PopoverContent>
    </Popover>
  )
}
