import { Callout, createColumns, Heading, SimpleTable, useFormat } from '@assay/design-system'
import type { Backtest, BacktestResult } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BacktestEvents } from './backtest-events.tsx'

const decisions = ['Approve', 'Review', 'Challenge', 'Reject'] as const

/** `better`: whether more or less of it is better, where one of them is. */
interface ComparisonRow {
  id: string
  label: string
  before: number
  after: number
  money?: true
  better?: 'more' | 'less'
}
type TransitionCell = BacktestResult['matrix'][number]
const comparisonColumns = createColumns<ComparisonRow>()
const transitionColumns = createColumns<TransitionCell>()
const ruleResultColumns = createColumns<BacktestResult['rules'][number]>()
const usd = (cents: number) => cents / 100

function toneOf({ before, after, better }: ComparisonRow): string {
  if (better === undefined || before === after) return 'text-fg-muted'
  return after > before === (better === 'more') ? 'text-success-text' : 'text-danger-text'
}

/**
 * The result of a back-test: decisions before and after, labelled events, the changes from decision to decision, and
 * the events with another decision.
 */
export function BacktestOutcome({ backtest }: { backtest: Backtest }) {
  const intl = useIntl()
  const format = useFormat()
  const { result, stale } = backtest
  const lineColumns = useMemo(() => {
    const amount = (id: 'before' | 'after', labelId: string) =>
      comparisonColumns.custom(id, {
        labelId,
        align: 'number',
        value: line => line[id],
        cell: (line, context) => (
          <span dir="ltr" className="block text-end tabular-nums">
            {context.format.number(line[id], line.money ? 2 : 0)}
          </span>
        ),
      })
    return [
      comparisonColumns.text('figure', {
        labelId: 'Rules.Backtest.Column.Figure',
        value: line => line.label,
        rowHeader: true,
      }),
      amount('before', 'Rules.Backtest.Column.Published'),
      amount('after', 'Rules.Backtest.Column.Changed'),
      comparisonColumns.custom('difference', {
        labelId: 'Rules.Backtest.Column.Difference',
        align: 'number',
        value: line => line.after - line.before,
        cell: line => (
          <span dir="ltr" className={`block text-end tabular-nums ${toneOf(line)}`}>
            {intl.formatNumber(line.after - line.before, {
              signDisplay: 'exceptZero',
              minimumFractionDigits: line.money ? 2 : 0,
              maximumFractionDigits: line.money ? 2 : 0,
              numberingSystem: 'latn',
            })}
          </span>
        ),
      }),
    ]
  }, [intl])
  const cellColumns = useMemo(
    () => [
      transitionColumns.decision('before', { labelId: 'Rules.Backtest.Column.Published', value: cell => cell.before }),
      transitionColumns.decision('after', { labelId: 'Rules.Backtest.Column.Changed', value: cell => cell.after }),
      transitionColumns.number('events', { labelId: 'Rules.Backtest.Column.Events', value: cell => cell.events }),
      transitionColumns.money('amount', {
        labelId: 'Events.Column.Amount',
        value: cell => usd(cell.amountUsd),
        currency: () => 'USD',
      }),
    ],
    [],
  )
  const ruleColumns = useMemo(
    () => [
      ruleResultColumns.text('rule', {
        labelId: 'Events.Column.Rule',
        value: rule => `${rule.rule} › ${rule.clause}`,
        rowHeader: true,
      }),
      ruleResultColumns.decision('decision', { labelId: 'Events.Column.Decision', value: rule => rule.decision }),
      ruleResultColumns.number('before', { labelId: 'Rules.Backtest.Column.Published', value: rule => rule.before }),
      ruleResultColumns.number('after', { labelId: 'Rules.Backtest.Column.Changed', value: rule => rule.after }),
    ],
    [],
  )
  if (result === null) return null
  const sum = (side: 'before' | 'after', decision: string) =>
    result.matrix.reduce((all, cell) => all + (cell[side] === decision ? cell.events : 0), 0)
  const label = (id: string) => intl.formatMessage({ id: `Rules.Backtest.Figure.${id}` })
  const { fraud, good } = result
  // Logins and the like have none.
  const valued = result.amountUsd !== 0
  const figures: ComparisonRow[] = [
    ...decisions.map(
      (decision): ComparisonRow => ({
        id: decision,
        label: intl.formatMessage({ id: `Rules.Backtest.Figure.${decision}` }),
        before: sum('before', decision),
        after: sum('after', decision),
      }),
    ),
    ...(fraud.events === 0
      ? []
      : [
          {
            id: 'fraud',
            label: label('Fraud'),
            before: fraud.caught.before.events,
            after: fraud.caught.after.events,
            better: 'more' as const,
          },
          {
            id: 'fraudAmount',
            label: label('FraudAmount'),
            before: usd(fraud.caught.before.amountUsd),
            after: usd(fraud.caught.after.amountUsd),
            money: true as const,
            better: 'more' as const,
          },
        ]),
    ...(good.events === 0
      ? []
      : [
          {
            id: 'good',
            label: label('Good'),
            before: good.stopped.before.events,
            after: good.stopped.after.events,
            better: 'less' as const,
          },
          {
            id: 'goodAmount',
            label: label('GoodAmount'),
            before: usd(good.stopped.before.amountUsd),
            after: usd(good.stopped.after.amountUsd),
            money: true as const,
            better: 'less' as const,
          },
        ]),
  ].filter(line => valued || !line.money)
  return (
    <>
      {stale.length > 0 ? (
        <Callout tone="warning">
          <FormattedMessage id="Rules.Backtest.Stale" />
        </Callout>
      ) : null}
      <p>
        <FormattedMessage
          id={valued ? 'Rules.Backtest.Sum' : 'Rules.Backtest.SumEvents'}
          values={{
            events: result.events,
            changed: result.changed.events,
            amount: format.money(usd(result.changed.amountUsd), 'USD'),
            same: format.percent(result.events === 0 ? 0 : result.asDecided / result.events),
          }}
        />
      </p>
      <SimpleTable
        gutter="none"
        label={intl.formatMessage({ id: 'Rules.Backtest.Figures' })}
        columns={lineColumns}
        rows={figures}
        getRowId={line => line.id}
      />
      {fraud.events + good.events === 0 ? (
        <p className="text-fg-muted">
          <FormattedMessage id="Rules.Backtest.NoLabels" />
        </p>
      ) : !valued ? null : (
        <p className="text-fg-secondary">
          <FormattedMessage
            id="Rules.Backtest.Value"
            values={{
              fraud: fraud.events,
              good: good.events,
              saved: format.money(usd(result.savedUsd), 'USD'),
              lost: format.money(usd(result.lostUsd), 'USD'),
            }}
          />
        </p>
      )}
      <Heading level={3} size="sm">
        <FormattedMessage id="Rules.Backtest.Matrix" />
      </Heading>
      <SimpleTable
        gutter="none"
        label={intl.formatMessage({ id: 'Rules.Backtest.Matrix' })}
        columns={valued ? cellColumns : cellColumns.slice(0, -1)}
        rows={result.matrix}
        getRowId={cell => `${cell.before} ${cell.after}`}
      />
      {result.rules.length > 0 ? (
        <>
          <Heading level={3} size="sm">
            <FormattedMessage id="Rules.Backtest.Deciders" />
          </Heading>
          <SimpleTable
            gutter="none"
            label={intl.formatMessage({ id: 'Rules.Backtest.Deciders' })}
            columns={ruleColumns}
            rows={result.rules.slice(0, 20)}
            getRowId={rule => `${rule.ruleId} ${rule.clause} ${rule.decision}`}
          />
        </>
      ) : null}
      {result.notes.length > 0 ? (
        <Callout tone="info">
          <ul>
            {result.notes.map(note => (
              <li key={note}>
                <FormattedMessage id={`Rules.Backtest.Note.${note}`} />
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {result.changed.events > 0 ? <BacktestEvents backtest={backtest} /> : null}
    </>
  )
}
