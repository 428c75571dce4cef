import { createColumns, Heading, SimpleTable } from '@assay/design-system'
import {
  type HistoryBlock,
  type HistoryTotals,
  historyBlocks,
  type TimeMachineResult,
} from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { blockTotals, totalOf, usd } from '../figures.ts'

interface ComparisonRow {
  block: HistoryBlock
  before: HistoryTotals
  after: HistoryTotals
}
const c = createColumns<ComparisonRow>()

/** What was in fact decided, beside what the rules would decide, of the events that have a decision. */
export function Comparison({ result: { compared, outcomes }, valued }: { result: TimeMachineResult; valued: boolean }) {
  const intl = useIntl()
  const columns = useMemo(() => {
    const figure = (id: string, labelId: string, of: (row: ComparisonRow) => number, isMoney: boolean) =>
      isMoney
        ? c.money(id, { labelId, value: row => usd(of(row)), currency: () => 'USD' })
        : c.number(id, { labelId, value: of })
    return [
      c.text('block', {
        labelId: 'Rules.Backtest.Column.Figure',
        value: row => intl.formatMessage({ id: `TimeMachine.Block.${row.block}` }),
        rowHeader: true,
      }),
      figure('before', 'TimeMachine.Column.Before', row => row.before.events, false),
      figure('after', 'TimeMachine.Column.After', row => row.after.events, false),
      ...(valued
        ? [
            figure('beforeUsd', 'TimeMachine.Column.BeforeAmount', row => row.before.amountUsd, true),
            figure('afterUsd', 'TimeMachine.Column.AfterAmount', row => row.after.amountUsd, true),
          ]
        : []),
    ]
  }, [intl, valued])
  const events = (['fraud', 'good', 'unknown'] as const).reduce((sum, each) => sum + totalOf(outcomes, each).events, 0)
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <Heading level={2} size="sm">
        <FormattedMessage id="TimeMachine.Compared" />
      </Heading>
      {compared === null ? (
        <p className="max-w-prose text-fg-secondary">
          <FormattedMessage id="TimeMachine.Compared.None" />
        </p>
      ) : (
        <>
          {compared.events === events ? null : (
            <p className="text-sm text-fg-muted">
              <FormattedMessage id="TimeMachine.Compared.Part" values={{ events: compared.events, total: events }} />
            </p>
          )}
          <SimpleTable
            gutter="none"
            label={intl.formatMessage({ id: 'TimeMachine.Compared' })}
            columns={columns}
            rows={historyBlocks.map(block => ({
              block,
              before: blockTotals(compared.before, block),
              after: blockTotals(compared.after, block),
            }))}
            getRowId={row => row.block}
          />
        </>
      )}
    </section>
  )
}
