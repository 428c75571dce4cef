import {
  DateRangePicker,
  FilterBar,
  type FilterCondition,
  type FilterField,
  SegmentedControl,
  Switch,
} from '@assay/design-system'
import { reportBuckets } from '@assay/risk-service/contract'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { earliestDay, pickerRangeOf, type ReportState, rangeOfPicker, reportPresets } from '../report-address.ts'
import { type ListField, listFields, useFilterOptions } from '../use-filter-options.ts'

interface ReportFiltersProps {
  state: ReportState
  /** Day of UTC. */
  today: string
  onChange: (changes: Partial<ReportState>) => void
}

/** Length of a period, range, filters and comparison. */
export function ReportFilters({ state, today, onChange }: ReportFiltersProps) {
  const intl = useIntl()
  const compareId = useId()
  const options = useFilterOptions()
  const is = { id: 'in', label: intl.formatMessage({ id: 'Cases.Filter.Operator.eq' }), arity: 'many' } as const
  const labels: Record<ListField, string> = {
    environment: intl.formatMessage({ id: 'Queues.Environment' }),
    assessment: intl.formatMessage({ id: 'Routing.Column.Assessment' }),
    queue: intl.formatMessage({ id: 'Routing.Column.Queue' }),
    reviewer: intl.formatMessage({ id: 'Cases.Column.Reviewer' }),
  }
  const fields = listFields.flatMap((id): FilterField[] =>
    options[id].length === 0 && state[id].length === 0
      ? []
      : [{ id, label: labels[id], kind: 'choice', operators: [is], options: options[id] }],
  )
  const conditions = listFields.flatMap((id): FilterCondition[] =>
    state[id].length === 0 ? [] : [{ id, field: id, operator: is.id, values: state[id] }],
  )
  const apply = (next: readonly FilterCondition[]) =>
    onChange(
      Object.fromEntries(
        listFields.map(id => [id, next.filter(({ field }) => field === id).flatMap(({ values }) => values)]),
      ),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-page">
      <SegmentedControl
        label={intl.formatMessage({ id: 'CaseReport.Grain' })}
        value={state.grain}
        onValueChange={grain => onChange({ grain })}
        segments={reportBuckets.map(value => ({
          value,
          label: intl.formatMessage({ id: `CaseReport.Grain.${value}` }),
        }))}
      />
      <DateRangePicker
        className="w-fit"
        size="sm"
        precision="day"
        timeZone="UTC"
        aria-label={intl.formatMessage({ id: 'CaseReport.Range' })}
        value={pickerRangeOf(state.range)}
        presets={reportPresets}
        min={earliestDay(today)}
        max={today}
        onValueChange={picked => onChange({ range: rangeOfPicker(picked, today) })}
      />
      <FilterBar
        className="flex-1 border-be-0 px-0"
        fields={fields}
        value={conditions}
        onValueChange={apply}
        clearable
      />
      <div className="flex items-center gap-2 text-xs text-fg-secondary">
        <span id={compareId}>
          <FormattedMessage id="CaseReport.Compare" />
        </span>
        <Switch
          aria-labelledby={compareId}
          checked={state.compare === 'yes'}
          onCheckedChange={checked => onChange({ compare: checked ? 'yes' : 'no' })}
        />
      </div>
    </div>
  )
}
