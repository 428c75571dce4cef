import { Heading, useFormat } from '@assay/design-system'
import type { TimeMachineResult, TimeMachineRun } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { totalOf, usd } from '../figures.ts'

/** Digits of the fingerprint by which a person tells two rule sets apart. */
const shownDigits = 8

/** What the figures are based on, and what they do not say. */
export function Basis({ run, result, valued }: { run: TimeMachineRun; result: TimeMachineResult; valued: boolean }) {
  const format = useFormat()
  const { outcomes, signals, scores, withoutAmount, notes } = result
  const [fraud, good, unknown] = [totalOf(outcomes, 'fraud'), totalOf(outcomes, 'good'), totalOf(outcomes, 'unknown')]
  const money = (cents: number) => <bdi key="money">{format.money(usd(cents), 'USD')}</bdi>
  const amounts = (
    <FormattedMessage
      id="TimeMachine.Basis.Amounts"
      values={{ count: withoutAmount, unknown: money(outcomes.unknown.Reject.amountUsd) }}
    />
  )
  const lines: [string, ReactNode][] = [
    [
      'period',
      <FormattedMessage
        key="period"
        id="TimeMachine.Basis.Period"
        values={{
          events: fraud.events + good.events + unknown.events,
          from: <bdi key="from">{format.dateTime(result.first, 'UTC')}</bdi>,
          to: <bdi key="to">{format.dateTime(result.last, 'UTC')}</bdi>,
        }}
      />,
    ],
    [
      'fraud',
      <FormattedMessage
        key="fraud"
        id="TimeMachine.Basis.Signals"
        values={{ fraud: fraud.events, good: good.events, ...signals }}
      />,
    ],
    [
      'unknown',
      <FormattedMessage
        key="unknown"
        id="TimeMachine.Basis.Unknown"
        values={{ unknown: unknown.events, rejected: outcomes.unknown.Reject.events }}
      />,
    ],
    ...(valued ? [['amounts', amounts] satisfies [string, ReactNode]] : []),
    ['velocities', <FormattedMessage key="velocities" id="TimeMachine.Basis.Velocities" />],
    [
      'scores',
      <FormattedMessage
        key="scores"
        id={
          scores.fitted > 0
            ? 'TimeMachine.Basis.ScoresFitted'
            : scores.none === 0
              ? 'TimeMachine.Basis.Scores'
              : scores.read
                ? 'TimeMachine.Basis.ScoresNone'
                : 'TimeMachine.Basis.ScoresUnread'
        }
        values={{ count: scores.none, fitted: scores.fitted }}
      />,
    ],
    ...notes.map((note): [string, ReactNode] => [
      note,
      <FormattedMessage key={note} id={`Rules.Backtest.Note.${note}`} />,
    ]),
    [
      'rules',
      <FormattedMessage
        key="rules"
        id="TimeMachine.Basis.Rules"
        values={{
          count: result.activeRules,
          ruleSet: (
            <bdi key="set" dir="ltr" className="font-mono">
              {run.ruleSet.slice(0, shownDigits)}
            </bdi>
          ),
          name: <bdi key="name">{run.startedBy}</bdi>,
          time: <bdi key="time">{format.dateTime(run.createdAt)}</bdi>,
        }}
      />,
    ],
  ]
  return (
    <section className="flex flex-col gap-2">
      <Heading level={2} size="sm">
        <FormattedMessage id="TimeMachine.Basis" />
      </Heading>
      <ul className="flex max-w-prose list-disc flex-col gap-1 ps-5 text-fg-secondary">
        {lines.map(([id, line]) => (
          <li key={id}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
