import { createColumns, Heading, SimpleTable } from '@assay/design-system'
import type { TimeMachineResult } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { blockTotals, totalOf, usd } from '../figures.ts'

type RuleRow = TimeMachineResult['rules'][number]
type MonthRow = TimeMachineResult['months'][number]
const ofRule = createColumns<RuleRow>()
const ofMonth = createColumns<MonthRow>()
/** Rules that are shown; the file has all. */
const shownRules = 20

/** Which rule decided how much fraud, and how many good and unknown events. */
export function RuleTable({ rules, valued }: Pick<TimeMachineResult, 'rules'> & { valued: boolean }) {
  const intl = useIntl()
  const columns = useMemo(
    () => [
      ofRule.text('rule', {
        labelId: 'Events.Column.Rule',
        value: row => `${row.rule} › ${row.clause}`,
        rowHeader: true,
      }),
      ofRule.decision('decision', { labelId: 'Events.Column.Decision', value: row => row.decision }),
      ...(valued
        ? [
            ofRule.money('fraud', {
              labelId: 'TimeMachine.Column.FraudAmount',
              value: row => usd(row.fraud.amountUsd),
              currency: () => 'USD',
            }),
          ]
        : []),
      ofRule.number('fraudEvents', { labelId: 'TimeMachine.Column.Fraud', value: row => row.fraud.events }),
      ofRule.number('good', { labelId: 'TimeMachine.Column.Good', value: row => row.good.events }),
      ofRule.number('unknown', { labelId: 'TimeMachine.Column.Unknown', value: row => row.unknown.events }),
    ],
    [valued],
  )
  if (rules.length === 0) return null
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <Heading level={2} size="sm">
        <FormattedMessage id="TimeMachine.ByRule" />
      </Heading>
      <SimpleTable
        gutter="none"
        label={intl.formatMessage({ id: 'TimeMachine.ByRule' })}
        columns={columns}
        rows={rules.slice(0, shownRules)}
        getRowId={row => `${row.ruleId} ${row.clause} ${row.decision}`}
      />
    </section>
  )
}

/** The outcomes of each month, in money where events have amounts. */
export function MonthTable({ months, valued }: Pick<TimeMachineResult, 'months'> & { valued: boolean }) {
  const intl = useIntl()
  const columns = useMemo(() => {
    const figure = (id: string, labelId: string, totals: (row: MonthRow) => { events: number; amountUsd: number }) =>
      valued
        ? ofMonth.money(id, { labelId, value: row => usd(totals(row).amountUsd), currency: () => 'USD' })
        : ofMonth.number(id, { labelId, value: row => totals(row).events })
    return [
      ofMonth.text('month', {
        labelId: 'TimeMachine.Column.Month',
        value: row =>
          intl.formatDate(`${row.month}-01T00:00:00Z`, { timeZone: 'UTC', month: 'short', year: 'numeric' }),
        rowHeader: true,
      }),
      figure('fraud', 'TimeMachine.Column.AllFraud', row => totalOf(row.outcomes, 'fraud')),
      ...(['stopped', 'missed', 'wronglyStopped', 'review'] as const).map(block =>
        figure(block, `TimeMachine.Block.${block}`, row => blockTotals(row.outcomes, block)),
      ),
    ]
  }, [intl, valued])
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <Heading level={2} size="sm">
        <FormattedMessage id="TimeMachine.ByMonth" />
      </Heading>
      <SimpleTable
        gutter="none"
        label={intl.formatMessage({ id: 'TimeMachine.ByMonth' })}
        columns={columns}
        rows={months}
        getRowId={row => row.month}
      />
    </section>
  )
}
