import { Field, NumberInput, Select, useFormat } from '@assay/design-system'
import {
  type ContrastCounts,
  type ContrastInput,
  type ContrastWindow,
  contrastLimits,
  contrastWindows,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../api/client.ts'
import { QueryError } from '../../errors/page-error.tsx'
import type { CountedEntity } from './frequency.ts'

/** What a rule counts. */
export interface Frequency {
  counted: CountedEntity
  window: ContrastWindow
  /** Number that was entered; undefined: the one that the events propose. */
  least: number | null | undefined
}

/** Reads how many earlier events of the same entity the compared events have; nothing while `frequency` is null. */
export function useEarlierCounts(comparison: ContrastInput, frequency: Frequency | null) {
  const query = useQuery(
    api.contrast.counts.queryOptions({
      input: {
        ...comparison,
        entity: frequency?.counted.entity ?? 'device',
        window: frequency?.window ?? '1d',
      },
      enabled: frequency !== null,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const counts = query.data as ContrastCounts | undefined
  /** What was entered, else what is proposed; null: nothing is known, or what was entered is no number. */
  const least = frequency?.least === undefined ? (counts?.proposed ?? null) : frequency.least
  return { query, counts, least }
}

interface FrequencyFieldsProps {
  entities: readonly CountedEntity[]
  frequency: Frequency
  earlier: ReturnType<typeof useEarlierCounts>
  onChange: (frequency: Frequency) => void
}

/** What is counted, in which window, and from which number on, with how many of the compared events reach it. */
export function FrequencyFields({ entities, frequency, earlier, onChange }: FrequencyFieldsProps) {
  const intl = useIntl()
  const format = useFormat()
  const { query, counts, least } = earlier
  const percent = (share: number): string => format.percent(share, share > 0 && share < 0.1 ? 2 : 0)
  // The next number that some event has is reached by as many.
  const step = least === null ? undefined : counts?.steps.find(({ count }) => count >= least)
  return (
    <>
      <Field label={<FormattedMessage id="Explorer.Share.Counted" />}>
        <Select
          options={entities.map(({ entity }) => ({
            value: entity,
            label: intl.formatMessage({ id: `Explorer.Type.${entity}` }),
          }))}
          value={frequency.counted.entity}
          onValueChange={next =>
            onChange({
              ...frequency,
              counted: entities.find(({ entity }) => entity === next) ?? frequency.counted,
              least: undefined,
            })
          }
        />
      </Field>
      <Field label={<FormattedMessage id="Explorer.Share.Window" />}>
        <Select
          options={contrastWindows.map(value => ({
            value,
            label: intl.formatMessage({ id: `Explorer.Share.Window.${value}` }),
          }))}
          value={frequency.window}
          onValueChange={next =>
            onChange({
              ...frequency,
              window: contrastWindows.find(each => each === next) ?? frequency.window,
              least: undefined,
            })
          }
        />
      </Field>
      {query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
      <Field
        required
        label={<FormattedMessage id="Explorer.Share.Least" />}
        description={
          counts === undefined ? (
            <FormattedMessage id="Explorer.Share.Slow" />
          ) : counts.proposed === null && frequency.least === undefined ? (
            <FormattedMessage id="Explorer.Share.Least.None" />
          ) : (
            <FormattedMessage
              id="Explorer.Share.Least.Reached"
              values={{ a: percent(step?.a.share ?? 0), b: percent(step?.b.share ?? 0) }}
            />
          )
        }
      >
        <NumberInput
          min={1}
          max={contrastLimits.earlier}
          maximumFractionDigits={0}
          value={least}
          onValueChange={value => onChange({ ...frequency, least: value })}
        />
      </Field>
    </>
  )
}
