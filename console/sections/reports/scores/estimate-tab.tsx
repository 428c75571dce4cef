import { Button, Field, NumberInput, Radio, RadioGroup, StatTile, StatTileRow } from '@assay/design-system'
import { cutoffTargets, lastCutoff } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { MarginField } from './margin-field.tsx'
import type { ScoreAnswer } from './score-answer.ts'
import { cutoffOf, firstCutoff } from './scores-address.ts'
import { useScoreTexts } from './use-score-texts.ts'

/** What the cut-off is found by. */
const starts = ['cutoff', ...cutoffTargets, 'margin'] as const
type Start = (typeof starts)[number]
const startLabels = {
  cutoff: 'DesignSystem.Chart.CutOff',
  rejectRate: 'Reports.Scores.Estimate.By.rejectRate',
  fraudRate: 'Reports.Scores.Estimate.By.fraudRate',
  margin: 'Reports.Scores.Margin',
} as const satisfies Record<Start, string>

interface EstimateTabProps extends ScoreAnswer {
  cutoff: number | null
  margin: number | null
  onMarginChange: (margin: number) => void
  onCutoffTry: (cutoff: number) => void
}

/** What a cut-off, a target or a profit margin leads to. */
export function EstimateTab(props: EstimateTabProps) {
  const { report, input, view, amounts, margin, onMarginChange, onCutoffTry } = props
  const intl = useIntl()
  const texts = useScoreTexts(view)
  const [start, setStart] = useState<Start>('cutoff')
  // Null: the field is empty.
  const [entered, setEntered] = useState<number | null | undefined>()
  const score = entered === undefined ? (props.cutoff ?? report?.inForce ?? firstCutoff) : entered
  const [percents, setPercents] = useState({ rejectRate: 5, fraudRate: 0.5 })
  const requested = useDebouncedValue(percents)
  const requestedMargin = useDebouncedValue(margin)
  const target = start === 'rejectRate' || start === 'fraudRate' ? start : 'rejectRate'
  const found = useQuery({
    ...api.reports.scoreTarget.queryOptions({
      input: { ...input, target, value: requested[target] / 100 },
      placeholderData: keepPreviousData,
    }),
    enabled: start === target,
  })
  const profit = useQuery({
    ...api.reports.scoreProfit.queryOptions({
      input: { ...input, margin: requestedMargin },
      placeholderData: keepPreviousData,
    }),
    enabled: amounts,
  })
  // The cut-off of what was entered before is none for what is entered now.
  const profitArrived = profit.data !== undefined && !profit.isPlaceholderData && requestedMargin === margin
  const hasProfit = profitArrived && profit.data.bins.length > 0
  const targetArrived = !found.isPlaceholderData && requested === percents
  const cutoff =
    start === 'cutoff'
      ? score === null
        ? undefined
        : cutoffOf(score)
      : start === 'margin'
        ? hasProfit
          ? profit.data.recommendedCutoff
          : undefined
        : targetArrived
          ? found.data?.cutoff
          : undefined
  const figures = cutoff === undefined ? undefined : report?.cutoffs[cutoff / 10]
  const failed = profit.isError || found.isError
  const tile = (labelId: string, value: string | null) => (
    <StatTile
      label={intl.formatMessage({ id: labelId })}
      loading={cutoff === undefined && start !== 'cutoff' && !failed && !(start === 'margin' && profitArrived)}
      value={value}
    />
  )
  const rate = (value: number | null | undefined) => (figures === undefined ? null : texts.rate(value))
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        aria-label={intl.formatMessage({ id: 'Reports.Scores.Estimate.Start' })}
        value={start}
        onValueChange={value => setStart(starts.find(each => each === value) ?? 'cutoff')}
        orientation="horizontal"
      >
        {starts
          .filter(value => amounts || value !== 'margin')
          .map(value => (
            <Radio key={value} value={value} label={intl.formatMessage({ id: startLabels[value] })} />
          ))}
      </RadioGroup>
      {start === 'margin' ? (
        <MarginField margin={margin ?? profit.data?.margin} onMarginChange={onMarginChange} />
      ) : (
        <Field
          label={intl.formatMessage({ id: startLabels[start] })}
          description={intl.formatMessage({ id: `Reports.Scores.Estimate.Text.${start}` })}
          className="max-w-[20rem]"
        >
          {start === 'cutoff' ? (
            <NumberInput
              value={score}
              min={0}
              max={lastCutoff}
              step={10}
              maximumFractionDigits={0}
              onValueChange={setEntered}
            />
          ) : (
            <NumberInput
              value={percents[start]}
              min={0}
              max={100}
              step={start === 'fraudRate' ? 0.1 : 1}
              maximumFractionDigits={2}
              onValueChange={value => setPercents({ ...percents, [start]: Math.min(100, Math.max(0, value ?? 0)) })}
            />
          )}
        </Field>
      )}
      {failed ? (
        <p role="alert" className="text-sm text-danger-text">
          <FormattedMessage id="Errors.Failed.Title" />
        </p>
      ) : null}
      <StatTileRow className="grid-cols-2 md:grid-cols-5">
        {tile('DesignSystem.Chart.CutOff', cutoff === undefined ? null : String(cutoff))}
        {tile('DesignSystem.Chart.DetectionRate', rate(figures?.detectionRate))}
        {tile('Reports.Scores.Column.rejectedRate', rate(figures?.rejectedRate))}
        {tile('Reports.Scores.Column.approvedFraudRate', rate(figures?.approvedFraudRate))}
        {tile(
          'Reports.Scores.Profit.achieved',
          cutoff === undefined ? null : texts.rate(profit.data?.cutoffs[cutoff / 10]?.achieved),
        )}
      </StatTileRow>
      <Button
        className="self-start print:hidden"
        disabled={cutoff === undefined}
        onClick={() => cutoff !== undefined && onCutoffTry(cutoff)}
      >
        <FormattedMessage id="Reports.Scores.Try" />
      </Button>
    </div>
  )
}
