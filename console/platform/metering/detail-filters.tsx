import { DateRangePicker, Select, useNow } from '@assay/design-system'
import {
  apiExperiences,
  meteredCapabilities,
  meteredResponses,
  type UsageDetails,
  usageRows,
} from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { type DetailState, dayOf, daysOf } from './usage-address.ts'
import { apiText } from './usage-texts.ts'

const dayMs = 86_400_000

interface DetailFiltersProps {
  state: DetailState
  onState: (changes: Partial<DetailState>) => void
  /** Absent: not read yet. */
  options: UsageDetails['options'] | undefined
}

/** The filters of the details. */
export function DetailFilters({ state, onState, options }: DetailFiltersProps) {
  const intl = useIntl()
  const now = useNow()
  const { from, to } = daysOf(state, now)
  // Transactions of reports are no calls.
  const isCall = state.capability !== 'lossPrevention'
  const text = (id: string) => intl.formatMessage({ id })
  return (
    <div className="flex min-h-bar flex-wrap items-center gap-2">
      <DateRangePicker
        size="sm"
        className="w-auto"
        precision="day"
        timeZone="UTC"
        presets={[]}
        value={{
          kind: 'absolute',
          from: `${from}T00:00:00.000Z`,
          to: `${dayOf(Date.parse(to) + dayMs)}T00:00:00.000Z`,
        }}
        max={dayOf(now)}
        maxDays={usageRows.days}
        aria-label={text('Usage.Range')}
        onValueChange={range =>
          range.kind === 'absolute' &&
          onState({ from: dayOf(Date.parse(range.from)), to: dayOf(Date.parse(range.to) - 1) })
        }
      />
      <FilterChoice
        labelId="Usage.Column.Capability"
        value={state.capability}
        options={meteredCapabilities.map(value => ({ value, label: text(`Usage.Capability.${value}`) }))}
        onValue={value =>
          onState({
            capability: meteredCapabilities.find(each => each === value) ?? null,
            ...(value === 'lossPrevention' ? { experience: null, response: null } : {}),
          })
        }
      />
      <FilterChoice
        labelId="Usage.Column.Api"
        value={state.api}
        options={(options?.apiNames ?? []).map(value => ({ value, label: apiText(intl, value) }))}
        onValue={api => onState({ api })}
      />
      <FilterChoice
        labelId="Usage.Column.Environment"
        value={state.only}
        options={(options?.environments ?? []).map(({ id, name, isDeleted }) => ({
          value: id,
          label: isDeleted ? intl.formatMessage({ id: 'Usage.DeletedEnvironment' }, { name }) : name,
        }))}
        onValue={only => onState({ only })}
      />
      {isCall ? (
        <>
          <FilterChoice
            labelId="Usage.Column.Experience"
            value={state.experience}
            options={apiExperiences.map(value => ({ value, label: text(`Events.AssessmentType.${value}`) }))}
            onValue={value => onState({ experience: apiExperiences.find(each => each === value) ?? null })}
          />
          <FilterChoice
            labelId="Usage.Column.Response"
            value={state.response}
            options={meteredResponses.map(value => ({ value, label: value }))}
            onValue={value => onState({ response: meteredResponses.find(each => each === value) ?? null })}
          />
        </>
      ) : null}
      <span className="ms-auto text-xs text-fg-muted">
        <FormattedMessage id="Usage.UtcDays" />
      </span>
    </div>
  )
}

/** Stands for all values of a filter: no value is empty. */
const all = ''

interface FilterChoiceProps {
  labelId: string
  value: string | null
  options: readonly { value: string; label: string }[]
  onValue: (value: string | null) => void
}

/** Filters by one value, or by none; one that the range does not have stays on offer while it is chosen. */
export function FilterChoice({ labelId, value, options, onValue }: FilterChoiceProps) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: labelId })
  const isMissing = value !== null && !options.some(option => option.value === value)
  return (
    <Select<string>
      size="sm"
      className="w-auto max-w-[16rem]"
      aria-label={label}
      value={value ?? all}
      options={[
        { value: all, label: intl.formatMessage({ id: 'ApiManagement.Filter.All' }, { filter: label }) },
        ...(isMissing ? [{ value, label: value }] : []),
        ...options,
      ]}
      onValueChange={next => onValue(next === all ? null : next)}
    />
  )
}
