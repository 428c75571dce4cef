import { DateTime, Timeline, TimelineItem, useFormat } from '@assay/design-system'
import type { EventDetail, RecorderStep } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { stepDetails } from './step-details.tsx'
import { groupOf, stepIcons, stepKey } from './step-groups.ts'
import { StepText } from './step-text.tsx'

interface StepListProps {
  /** In the order in which they happened. */
  steps: readonly RecorderStep[]
  detail: EventDetail
  jsonHref: string
}

/** The steps of one call along a rail; each shows its details on request. */
export function StepList({ steps, detail, jsonHref }: StepListProps) {
  const intl = useIntl()
  return (
    <Timeline aria-label={intl.formatMessage({ id: 'Recorder.Title' })}>
      {steps.map(step => (
        <TimelineItem
          key={stepKey(step)}
          icon={stepIcons[step.kind]}
          kind={'by' in step && step.by !== null ? 'event' : 'system'}
          time={<StepTime step={step} />}
          details={<Details step={step} detail={detail} jsonHref={jsonHref} />}
        >
          <span className="sr-only">
            <FormattedMessage id={`Recorder.Group.${groupOf(step)}`} />
          </span>{' '}
          <StepText step={step} />
        </TimelineItem>
      ))}
    </Timeline>
  )
}

/** Phases of a decision, whose times are recorded since a release. */
const timed: ReadonlySet<RecorderStep['kind']> = new Set(['validated', 'enriched', 'scored', 'rules'])

function StepTime({ step }: { step: RecorderStep }) {
  const format = useFormat()
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {timed.has(step.kind) ? (
        <span className="tabular-nums">
          {step.durationMs === null ? (
            <FormattedMessage id="Recorder.Duration.NotRecorded" />
          ) : (
            format.unit(step.durationMs, 'millisecond')
          )}
        </span>
      ) : null}
      <DateTime value={step.at} />
    </span>
  )
}

function Details(props: { step: RecorderStep; detail: EventDetail; jsonHref: string }) {
  const details = stepDetails(props)
  if (details === null) return null
  return (
    <details className="flex flex-col">
      <summary className="w-fit cursor-pointer rounded-chip focus-ring">
        <FormattedMessage id="Recorder.Details" />
      </summary>
      <div className="flex flex-col gap-2 pbs-1">{details}</div>
    </details>
  )
}
