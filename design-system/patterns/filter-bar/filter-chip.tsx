import { TriangleAlert, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../../overlays/popover/popover.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { arityOf, type FilterCondition, type FilterField, fieldFor, formatValue } from './filter-model.ts'

/** Number of characters up to which a value is never cut. A longer one is cut before the name of its field. */
const short = 6

/** The parts of a chip and its whole text. */
export function useConditionText() {
  const intl = useIntl()
  const format = useFormat()
  return (field: FilterField, condition: FilterCondition) => {
    const operator = field.operators.find(candidate => candidate.id === condition.operator)
    const values = condition.values.map(value => formatValue(fieldFor(field, operator), value, format))
    const value =
      arityOf(operator) === 'two'
        ? intl.formatMessage({ id: 'DesignSystem.FilterBar.RangeText' }, { from: values[0] ?? '', to: values[1] ?? '' })
        : format.list(values, 'disjunction')
    return {
      operator: operator?.label ?? condition.operator,
      value,
      text: [field.label, operator?.label, value].filter(Boolean).join(' '),
    }
  }
}

interface FilterChipProps {
  field: FilterField
  condition: FilterCondition
  open: boolean
  onOpenChange: (open: boolean) => void
  onApply: (condition: FilterCondition) => void
  onRemove: () => void
  /** Initial state of its editor, where that differs from the condition. */
  edited?: FilterCondition | undefined
  onEdit?: ((condition: FilterCondition | null) => void) | undefined
}

/**
 * "Field operator value": a button that opens its editor, and a button that removes it. Delete and Backspace remove it,
 * too.
 */
export function FilterChip({
  field,
  condition,
  open,
  onOpenChange,
  onApply,
  onRemove,
  edited,
  onEdit,
}: FilterChipProps) {
  const intl = useIntl()
  const { operator, value, text } = useConditionText()(field, condition)
  const keyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    onRemove()
  }
  return (
    <span
      data-slot="filter-chip"
      className={cn(
        'inline-flex h-control-sm max-w-full min-w-0 items-stretch max-sm:h-fit max-sm:min-h-control-sm rounded-chip border bg-surface text-xs text-fg',
        field.gone ? 'border-danger' : 'border-line',
      )}
    >
      <Popover open={open} onOpenChange={onOpenChange}>
        <PopoverTrigger
          data-chip={condition.id}
          onKeyDown={keyDown}
          className="focus-ring inline-flex min-w-0 items-center gap-1 rounded-s-chip ps-2 pe-0.5 text-start hover:bg-surface-hover max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-0.5 sm:whitespace-nowrap"
        >
          {field.gone ? (
            <span className="inline-flex shrink-0 items-center gap-1 text-danger-text">
              <Icon icon={TriangleAlert} size={12} />
              <FormattedMessage id="DesignSystem.FilterBar.Gone" />
            </span>
          ) : null}
          <span dir="auto" className="min-w-0 font-medium max-sm:wrap-anywhere sm:truncate">
            {field.label}
          </span>{' '}
          <span className="shrink-0 text-fg-muted">{operator}</span>{' '}
          {value === '' ? null : (
            <bdi
              className={cn(
                'max-sm:wrap-anywhere sm:truncate',
                value.length > short ? 'min-w-8 shrink-9999' : 'shrink-0',
                field.mono && 'font-mono',
              )}
              {...(field.mono ? { dir: 'ltr' as const } : {})}
            >
              {value}
            </bdi>
          )}
        </PopoverTrigger>
        <PopoverContent
          label={field.label}
          className="w-rail max-w-[calc(100vw-1.5rem)] p-4"
          onOpenAutoFocus={event => {
            const start =
              event.target instanceof HTMLElement
                ? event.target.querySelector<HTMLElement>('[data-filter-start]')
                : null
            if (!start) return
            event.preventDefault()
            start.focus()
          }}
        >
          <FilterEditor
            field={field}
            condition={edited ?? condition}
            onApply={onApply}
            onCancel={() => onOpenChange(false)}
            {...(onEdit ? { onEdit } : {})}
          />
        </PopoverContent>
      </Popover>
      <button
        type="button"
        aria-label={intl.formatMessage({ id: 'DesignSystem.FilterBar.Remove' }, { condition: text })}
        onClick={onRemove}
        className="focus-ring inline-flex w-control-sm shrink-0 items-center justify-center rounded-e-chip text-fg-secondary hover:bg-surface-hover hover:text-fg"
      >
        <Icon icon={X} size={12} />
      </button>
    </span>
  )
}
