import {
  DateRangePicker,
  FilterBar,
  type FilterCondition,
  type FilterField,
  SegmentedControl,
  Tooltip,
} from '@assay/design-system'
import { reportAttributes, reportAttributesOf, reportGrains, reportViews } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { attributeLabels } from '../../platform/assessments/attribute-labels.ts'
import { useEnvironment, useEnvironments } from '../../platform/environments/environments.tsx'
import { AssessmentPicker, type ReportSubject } from './assessment-picker.tsx'
import { PrintedScope } from './printed-scope.tsx'
import {
  earliestDay,
  noFilters,
  pickerRangeOf,
  type ReportState,
  rangeOfPicker,
  reportPresets,
} from './report-address.ts'
import { valueName } from './value-name.ts'

/** A filter of one report alone: any of some values. */
export interface MoreFilter {
  id: string
  label: string
  options: readonly { value: string; label: string }[]
  values: readonly string[]
  /** Only one value can be chosen. */
  single?: boolean
}

interface ReportFiltersProps {
  /** Filters of the report alone: changes have the values of each under its id. */
  more?: readonly MoreFilter[]

  state: ReportState
  subject: ReportSubject
  /** Day of UTC. */
  today: string
  onChange: (changes: Partial<ReportState>) => void
}

const listFields = ['environment', ...reportAttributes] as const
const fieldsOf = (assessment: string) => ['environment', ...reportAttributesOf(assessment)] as const
const grainLabels = { day: 'daily', week: 'weekly', month: 'monthly' } as const

/** What a report is about, what transactions weigh, length of a period, range and filters. */
export function ReportFilters({ state, subject, today, onChange, more = noMore }: ReportFiltersProps) {
  const intl = useIntl()
  const { fields, conditions, apply } = useConditions({ state, subject, onChange, more })
  return (
    <>
      <PrintedScope state={state} subject={subject} today={today} fields={fields} conditions={conditions} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-page print:hidden">
        <AssessmentPicker subject={subject} onChange={onChange} />
        <Tooltip content={<FormattedMessage id="Reports.NoAmounts" />} disabled={subject.amounts}>
          <SegmentedControl
            label={intl.formatMessage({ id: 'Reports.View' })}
            value={subject.amounts ? state.view : 'count'}
            onValueChange={view => onChange({ view })}
            segments={reportViews.map(value => ({
              value,
              label: intl.formatMessage({ id: `CaseReport.View.${value}` }),
              disabled: value === 'amount' && !subject.amounts,
            }))}
          />
        </Tooltip>
        <SegmentedControl
          label={intl.formatMessage({ id: 'CaseReport.Grain' })}
          value={state.grain}
          onValueChange={grain => onChange({ grain })}
          segments={reportGrains.map(value => ({
            value,
            label: intl.formatMessage({ id: `CaseReport.Grain.${grainLabels[value]}` }),
          }))}
        />
        <DateRangePicker
          className="w-fit"
          size="sm"
          precision="day"
          timeZone="UTC"
          aria-label={intl.formatMessage({ id: 'CaseReport.Range' })}
          value={pickerRangeOf(state, today)}
          presets={reportPresets}
          min={earliestDay(today)}
          max={today}
          onValueChange={picked => onChange(rangeOfPicker(picked, today))}
        />
        <FilterBar
          className="flex-1 border-be-0 px-0"
          fields={fields}
          value={conditions}
          onValueChange={apply}
          clearable
        />
      </div>
    </>
  )
}

const noMore: readonly MoreFilter[] = []

/** The values by which the reports of an assessment can be filtered. */
export const filterValuesOptions = (environmentId: string, assessment: string) =>
  api.reports.attributeValues.queryOptions({
    input: { environmentId, environmentIds: [], assessment },
    staleTime: 600_000,
  })

/** The filters as conditions, each with the values that occur and how often. */
function useConditions({ state, subject, onChange, more }: Omit<Required<ReportFiltersProps>, 'today'>) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const { environments } = useEnvironments()
  const { data } = useQuery(filterValuesOptions(environmentId, state.assessment))
  const is = { id: 'in', label: intl.formatMessage({ id: 'Cases.Filter.Operator.eq' }), arity: 'many' } as const
  const one = { ...is, id: 'eq', arity: 'one' } as const
  const between = {
    id: 'between',
    label: intl.formatMessage({ id: 'Cases.Filter.Operator.between' }),
    arity: 'two',
  } as const
  const below = environments.filter(
    ({ id, ancestorIds }) => id === environmentId || ancestorIds.includes(environmentId),
  )
  const countedName = (field: string, value: string, count: number) =>
    intl.formatMessage(
      { id: 'Reports.Value' },
      { value: valueName(intl, field, value), count: intl.formatNumber(count) },
    )
  const optionsOf = (field: (typeof listFields)[number]) =>
    field === 'environment'
      ? below.length > 1
        ? below.map(({ id, friendlyName }) => ({ value: id, label: friendlyName }))
        : []
      : (data?.attributes[field] ?? []).map(({ value, count }) => ({ value, label: countedName(field, value, count) }))
  const dataFields = subject.dataFilters.flatMap(path => {
    const counts = data?.dataFilters.find(({ field }) => field === path)?.values ?? []
    const chosen = state.dataFilters[path] ?? []
    const missing = chosen.filter(value => counts.every(each => each.value !== value))
    const options = [
      ...counts.map(({ value, count }) => ({ value, label: countedName(path, value, count) })),
      ...missing.map(value => ({ value, label: valueName(intl, path, value) })),
    ]
    // While the values of a field are being read there is nothing to choose.
    return options.length === 0 ? [] : [{ id: `field:${path}`, path, options }]
  })
  const fields: FilterField[] = [
    {
      id: 'score',
      label: intl.formatMessage({ id: 'DesignSystem.Chart.Score' }),
      kind: 'number',
      operators: [between],
      range: { least: 0, greatest: 999, whole: true },
    },
    ...fieldsOf(state.assessment).flatMap((id): FilterField[] => {
      const options = optionsOf(id)
      // A value of the address may not occur any more.
      const missing = state[id].filter(value => options.every(option => option.value !== value))
      if (options.length + missing.length === 0) return []
      return [
        {
          id,
          label: intl.formatMessage({ id: id === 'environment' ? 'Queues.Environment' : attributeLabels[id] }),
          kind: 'choice',
          operators: [is],
          options: [
            ...options,
            ...missing.map(value => ({ value, label: id === 'environment' ? value : valueName(intl, id, value) })),
          ],
        },
      ]
    }),
    ...dataFields.map(
      ({ id, path, options }): FilterField => ({ id, label: path, kind: 'choice', operators: [is], options }),
    ),
    ...more.map(
      ({ id, label, options, single }): FilterField => ({
        id,
        label,
        kind: 'choice',
        operators: [single === true ? one : is],
        options: [...options],
      }),
    ),
  ]
  const conditions: FilterCondition[] = [
    ...(state.score === null
      ? []
      : [{ id: 'score', field: 'score', operator: between.id, values: state.score.map(String) }]),
    ...fieldsOf(state.assessment).flatMap((id): FilterCondition[] =>
      state[id].length === 0 ? [] : [{ id, field: id, operator: is.id, values: state[id] }],
    ),
    ...dataFields.flatMap(({ id, path }): FilterCondition[] => {
      const values = state.dataFilters[path] ?? []
      return values.length === 0 ? [] : [{ id, field: id, operator: is.id, values }]
    }),
    ...more.flatMap(({ id, values, single }): FilterCondition[] =>
      values.length === 0 ? [] : [{ id, field: id, operator: single === true ? one.id : is.id, values: [...values] }],
    ),
  ]
  const apply = (next: readonly FilterCondition[]) => {
    const valuesOf = (id: string) => next.filter(({ field }) => field === id).flatMap(({ values }) => values)
    onChange({
      ...noFilters,
      score: scoresOf(valuesOf('score')),
      ...Object.fromEntries(listFields.map(id => [id, valuesOf(id)])),
      dataFilters: Object.fromEntries(dataFields.map(({ id, path }) => [path, valuesOf(id)])),
      ...Object.fromEntries(more.map(({ id }) => [id, valuesOf(id)])),
    })
  }
  return { fields, conditions, apply }
}

/** The scores that were entered, in order and widened to whole tens as the figures are; null for anything else. */
function scoresOf(values: readonly string[]): readonly [number, number] | null {
  const numbers = values.map(Number).filter(value => Number.isInteger(value) && value >= 0 && value <= 999)
  if (numbers.length < 2) return null
  return [Math.floor(Math.min(...numbers) / 10) * 10, Math.floor(Math.max(...numbers) / 10) * 10 + 9]
}
