import { Card, createColumns, SimpleTable, StatTile, useFormat } from '@assay/design-system'
import type { HistoryBlock, HistoryExample, TimeMachineRun } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { idLabelOf } from '../../../platform/events/event-names.ts'
import { blockTotals, sumOf, usd } from '../figures.ts'

const c = createColumns<HistoryExample>()
const plain = { sortable: false, filter: false } as const

interface OutcomeBlockProps {
  block: HistoryBlock
  eventType: string
  result: NonNullable<TimeMachineRun['result']>
  /** The events of the assessment have amounts. */
  valued: boolean
}

/** One of the outcomes in money and counts, with the events of the largest amounts. */
export function OutcomeBlock({ block, eventType, result: { outcomes, examples }, valued }: OutcomeBlockProps) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const canSearch = useCan()('search')
  const totals = blockTotals(outcomes, block)
  const ofFraud = sumOf(outcomes.fraud.Review, outcomes.fraud.Challenge)
  const name = intl.formatMessage({ id: `TimeMachine.Block.${block}` })
  const columns = useMemo(
    () => [
      c.custom('externalId', {
        ...plain,
        labelId: idLabelOf(eventType),
        rowHeader: true,
        value: row => row.externalId,
        cell: row =>
          canSearch ? (
            <Link
              className="text-link focus-ring hover:underline"
              to={href(`/search/${eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`)}
            >
              <bdi>{row.externalId}</bdi>
            </Link>
          ) : (
            <bdi>{row.externalId}</bdi>
          ),
      }),
      c.dateTime('at', { ...plain, labelId: 'Events.Column.At', value: row => row.at }),
      ...(valued
        ? [
            c.money('amount', {
              ...plain,
              labelId: 'Events.Column.Amount',
              value: row => (row.amountUsd === null ? null : usd(row.amountUsd)),
              currency: () => 'USD',
            }),
          ]
        : []),
      ...(block === 'missed'
        ? []
        : [
            c.text('rule', {
              ...plain,
              labelId: 'Events.Column.Rule',
              value: row => (row.rule === null ? '' : `${row.rule} › ${row.clause ?? ''}`),
            }),
          ]),
    ],
    [block, canSearch, eventType, href, valued],
  )
  const events = intl.formatMessage({ id: 'TimeMachine.Block.Events' }, { count: totals.events })
  return (
    <Card className="flex min-w-0 flex-col overflow-clip" data-block={block}>
      <StatTile
        label={name}
        value={valued ? format.money(usd(totals.amountUsd), 'USD') : events}
        {...(valued ? { note: events } : {})}
      />
      <div className="flex flex-col gap-2 px-4 pbe-4">
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id={`TimeMachine.Block.${block}.Text`} />{' '}
          {block === 'review' && ofFraud.events > 0 ? (
            <FormattedMessage
              id={valued ? 'TimeMachine.Block.OfFraud' : 'TimeMachine.Block.OfFraudEvents'}
              values={{ count: ofFraud.events, amount: format.money(usd(ofFraud.amountUsd), 'USD') }}
            />
          ) : null}
        </p>
        {examples[block].length === 0 ? null : (
          <SimpleTable
            gutter="none"
            label={intl.formatMessage({ id: 'TimeMachine.Examples' }, { name })}
            columns={columns}
            rows={examples[block]}
            getRowId={row => row.eventId}
          />
        )}
      </div>
    </Card>
  )
}
