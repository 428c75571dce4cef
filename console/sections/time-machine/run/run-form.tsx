import { Button, Callout, DateField, Field, Select, useFormat } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { historyPeriods, type TimeMachineState } from '../time-machine-address.ts'
import { useSubjects } from './use-subjects.ts'

interface RunFormProps {
  state: TimeMachineState
  onChange: (changes: Partial<TimeMachineState>) => void
  /** A run waits or is under way: its answer is awaited first. */
  isBusy: boolean
  isStarting: boolean
  /** Why a run could not start. */
  refusal: ReactNode
  onStart: () => void
}

/** Chooses assessment, period and rules, and starts a run over the stored history. */
export function RunForm({ state, onChange, isBusy, isStarting, refusal, onStart }: RunFormProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const can = useCan()
  const write = can('rules', 'write')
  const { id: environmentId } = useEnvironment()
  const nameOf = useAssessmentName()
  const { assessment, period } = state
  const assessments = useQuery(api.reports.assessments.queryOptions({ input: { environmentId }, staleTime: 600_000 }))
    .data?.assessments
  const history = useQuery(
    api.timeMachine.history.queryOptions({ input: { environmentId, eventType: assessment }, staleTime: 60_000 }),
  ).data
  const subjects = useSubjects(environmentId, assessment, write)
  const listed = assessments?.map(({ eventType, name }) => ({ value: eventType, label: nameOf(eventType, name) })) ?? []
  const day = (time: string) => time.slice(0, 10)
  return (
    <section aria-label={intl.formatMessage({ id: 'TimeMachine.Form' })} className="flex flex-col gap-3 print:hidden">
      <p className="max-w-prose text-fg-secondary">
        <FormattedMessage id="TimeMachine.Intro" />
      </p>
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={<FormattedMessage id="Reports.Assessment" />}>
          <Select
            value={assessment}
            onValueChange={next => onChange({ assessment: next, rules: 'live', run: null })}
            options={
              listed.some(({ value }) => value === assessment)
                ? listed
                : [{ value: assessment, label: nameOf(assessment) }, ...listed]
            }
          />
        </Field>
        <Field label={<FormattedMessage id="Rules.Backtest.Period" />}>
          <Select
            value={period}
            onValueChange={next => onChange({ period: historyPeriods.find(each => each === next) ?? 'all' })}
            options={historyPeriods.map(each => ({
              value: each,
              label:
                each === 'all' || each === 'custom'
                  ? intl.formatMessage({ id: `TimeMachine.Period.${each}` })
                  : intl.formatMessage({ id: 'Rules.Backtest.Days' }, { count: Number(each) }),
            }))}
          />
        </Field>
        {period === 'custom'
          ? (['from', 'to'] as const).map(side => (
              <Field key={side} label={<FormattedMessage id={`TimeMachine.${side}`} />}>
                <DateField
                  value={state[side]}
                  onValueChange={next => onChange({ [side]: next })}
                  {...(history?.from == null ? {} : { min: day(history.from) })}
                />
              </Field>
            ))
          : null}
        {write ? (
          <>
            <Field label={<FormattedMessage id="TimeMachine.Rules" />}>
              <Select value={state.rules} onValueChange={rules => onChange({ rules })} options={subjects} />
            </Field>
            <Button
              variant="primary"
              className="justify-self-start"
              loading={isStarting}
              disabled={offline || isBusy || history?.from === null}
              onClick={onStart}
            >
              <FormattedMessage id="Rules.Backtest.Start" />
            </Button>
          </>
        ) : null}
      </div>
      {history?.from == null || history.to === null ? null : (
        <p className="text-sm text-fg-muted">
          <FormattedMessage
            id="TimeMachine.History"
            values={{
              events: history.events,
              labelled: history.labelled,
              from: <bdi key="from">{format.date(history.from, 'UTC')}</bdi>,
              to: <bdi key="to">{format.date(history.to, 'UTC')}</bdi>,
            }}
          />
        </p>
      )}
      {write ? null : (
        <Callout tone="info">
          <FormattedMessage id="TimeMachine.ReadOnly" />
        </Callout>
      )}
      {refusal}
    </section>
  )
}
