import { type RefObject, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Checkbox } from '../../forms/checkbox/checkbox.tsx'
import { Field } from '../../forms/field/field.tsx'
import { Input } from '../../forms/input/input.tsx'
import { NumberInput } from '../../forms/number-input/number-input.tsx'
import { Select } from '../../forms/select/select.tsx'
import { Popover, PopoverAnchor, PopoverContent } from '../../overlays/popover/popover.tsx'
import { Button } from '../../primitives/button/button.tsx'
import {
  arityOfOperator,
  type ColumnFilter,
  type FilterKind,
  type FilterOperatorId,
  operatorsOf,
} from '../model/column-filter.ts'

export interface FilterChoice {
  value: string
  label: string
}

interface FilterPopoverProps {
  /** The header that the popover is anchored to. */
  anchor: RefObject<HTMLElement | null>
  columnId: string
  label: string
  kind: FilterKind
  /** Available operators; null means all of the kind. */
  operators: readonly FilterOperatorId[] | null
  choices: readonly FilterChoice[]
  filter: ColumnFilter | null
  /** Applies changes immediately; else with the button. */
  live: boolean
  onApply: (filter: ColumnFilter | null) => void
  onClose: () => void
}

/**
 * The filter of one column, with inputs for the kind of its values. Edits the same model as a FilterBar above the
 * table.
 */
export function FilterPopover({
  anchor,
  columnId,
  label,
  kind,
  operators: offered,
  choices,
  filter,
  live,
  onApply,
  onClose,
}: FilterPopoverProps) {
  const intl = useIntl()
  const own = useId()
  const operators = offered ?? operatorsOf[kind]
  const [draft, setDraft] = useState<ColumnFilter>(
    filter ?? { id: `${columnId}${own}`, field: columnId, operator: operators[0] ?? 'eq', values: [] },
  )
  const arity = arityOfOperator(draft.operator)
  const put = (next: ColumnFilter) => {
    setDraft(next)
    if (live)
      onApply(
        arityOfOperator(next.operator) !== 'none' && next.values.every(value => value.trim() === '') ? null : next,
      )
  }
  const setValue = (index: number, value: string) =>
    put({
      ...draft,
      values: Array.from({ length: arity === 'two' ? 2 : 1 }, (_, i) =>
        i === index ? value : (draft.values[i] ?? ''),
      ),
    })
  const operatorName = (id: string) => intl.formatMessage({ id: `DesignSystem.DataTable.Operator.${id}` })

  const input = (index: number) => {
    const value = draft.values[index] ?? ''
    if (kind === 'number')
      return (
        <NumberInput
          size="sm"
          value={value.trim() === '' || Number.isNaN(Number(value)) ? null : Number(value)}
          onValueChange={next => setValue(index, next === null ? '' : String(next))}
        />
      )
    return (
      <Input
        size="sm"
        type={kind === 'date' ? 'date' : 'text'}
        value={value}
        onChange={event => setValue(index, event.target.value)}
        {...(kind === 'date' ? {} : { onClear: () => setValue(index, '') })}
      />
    )
  }

  return (
    <Popover
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <PopoverAnchor virtualRef={anchor as RefObject<HTMLElement>} />
      <PopoverContent
        label={intl.formatMessage({ id: 'DesignSystem.DataTable.FilterOf' }, { column: label })}
        className="w-rail"
        onCloseAutoFocus={event => {
          event.preventDefault()
          const head = anchor.current
          const target = head?.hasAttribute('tabindex') ? head : head?.querySelector<HTMLElement>('button')
          target?.focus()
        }}
      >
        <form
          className="flex flex-col gap-2"
          onSubmit={event => {
            event.preventDefault()
            onApply(draft.values.some(value => value.trim() !== '') || arity === 'none' ? draft : null)
            onClose()
          }}
        >
          <Field label={<FormattedMessage id="DesignSystem.DataTable.FilterOperator" values={{ column: label }} />}>
            <Select
              size="sm"
              value={draft.operator}
              options={operators.map(id => ({ value: id as string, label: operatorName(id) }))}
              onValueChange={operator =>
                put({ ...draft, operator, values: arityOfOperator(operator) === arity ? draft.values : [] })
              }
            />
          </Field>
          {arity === 'one' ? (
            <Field label={<FormattedMessage id="DesignSystem.DataTable.FilterValue" />}>{input(0)}</Field>
          ) : null}
          {arity === 'two' ? (
            <div className="grid grid-cols-2 gap-2">
              <Field label={<FormattedMessage id="DesignSystem.DataTable.FilterFrom" />}>{input(0)}</Field>
              <Field label={<FormattedMessage id="DesignSystem.DataTable.FilterTo" />}>{input(1)}</Field>
            </div>
          ) : null}
          {arity === 'many' ? (
            <fieldset className="flex max-h-[16rem] flex-col gap-1.5 overflow-y-auto p-1">
              <legend className="sr-only">
                <FormattedMessage id="DesignSystem.DataTable.FilterValues" />
              </legend>
              {choices.map(choice => (
                <Checkbox
                  key={choice.value}
                  label={<bdi>{choice.label}</bdi>}
                  checked={draft.values.includes(choice.value)}
                  onCheckedChange={checked =>
                    put({
                      ...draft,
                      values:
                        checked === true
                          ? [...draft.values, choice.value]
                          : draft.values.filter(value => value !== choice.value),
                    })
                  }
                />
              ))}
            </fieldset>
          ) : null}
          <div className="flex justify-end gap-2">
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                onApply(null)
                onClose()
              }}
            >
              <FormattedMessage id="DesignSystem.DataTable.FilterClear" />
            </Button>
            <Button size="sm" variant="primary" type="submit">
              <FormattedMessage
                id={live ? 'DesignSystem.DataTable.FilterDone' : 'DesignSystem.DataTable.FilterApply'}
              />
            </Button>
          </div>
        </form>
      </PopoverContent>
    </Popover>
  )
}
