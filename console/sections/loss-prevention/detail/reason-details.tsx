import { Badge, Button, Card, CardHeader, createColumns, Select, SimpleTable, useFormat } from '@assay/design-system'
import {
  isRatioReason,
  type LossEntity,
  type LossEntityMonth,
  type LossReason,
  lossReasons,
  raisesScore,
} from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { LevelBadge } from '../level-badge.tsx'
import { timeOfMonth } from '../loss-address.ts'
import { ChartPlace, plotHeight, TimeSeriesChart } from '../loss-charts.tsx'
import { useMonthName } from '../use-month-name.ts'
import { ClearDialog } from './clear-dialog.tsx'

const c = createColumns<LossEntityMonth>()

/** One reason by month: value and interval beside the averages of all and of the peers. */
export function ReasonDetails({ entity }: { entity: LossEntity }) {
  const intl = useIntl()
  const [reason, setReason] = useState<LossReason>('returnRatio')
  const names = Object.fromEntries(
    lossReasons.map(each => [each, intl.formatMessage({ id: `LossPrevention.Reason.${each}` })]),
  )
  const title = intl.formatMessage({ id: 'LossPrevention.ReasonValue' })
  const { months } = entity
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader
        title={<FormattedMessage id="LossPrevention.ReasonDetails" />}
        actions={
          <Select
            size="sm"
            className="w-fit max-w-full"
            aria-label={intl.formatMessage({ id: 'LossPrevention.Reason' })}
            options={lossReasons.map(each => ({ value: each, label: names[each] ?? each }))}
            value={reason}
            onValueChange={value => setReason(lossReasons.find(each => each === value) ?? 'returnRatio')}
          />
        }
      />
      <div className="px-4">
        <ChartPlace title={title}>
          <TimeSeriesChart
            title={title}
            variant="plain"
            height={plotHeight}
            timeZone="UTC"
            bucket="month"
            fileName={`loss-prevention-${entity.id}-${reason}`}
            series={[
              { key: 'own', label: intl.formatMessage({ id: 'LossPrevention.Own' }), tone: 'series-1' },
              { key: 'all', label: intl.formatMessage({ id: 'LossPrevention.All' }), tone: 'series-5' },
              { key: 'peers', label: intl.formatMessage({ id: 'LossPrevention.Peers' }), tone: 'series-4' },
            ]}
            points={months.map(({ month, reasons }) => ({
              time: timeOfMonth(month),
              values: {
                own: reasons[reason]?.value ?? null,
                all: reasons[reason]?.population ?? null,
                peers: reasons[reason]?.peers ?? null,
              },
            }))}
          />
        </ChartPlace>
      </div>
      <MonthTable entity={entity} reason={reason} />
    </Card>
  )
}

function MonthTable({ entity, reason }: { entity: LossEntity; reason: LossReason }) {
  const intl = useIntl()
  const format = useFormat()
  const can = useCan()
  const monthName = useMonthName()
  const [cleared, setCleared] = useState<string | null>(null)
  const digits = isRatioReason(reason) ? 2 : 0
  const number = (value: number) => format.number(value, digits)
  const mayClear = can('actions.run', 'write') && (entity.kind === 'terminal' || entity.openUntil !== null)
  const isCleared = (month: string) => entity.clearances.some(each => each.month === month && each.reason === reason)
  const isClearable = ({ reasons }: LossEntityMonth): boolean => {
    const counted = reasons[reason]
    return counted !== undefined && raisesScore(counted)
  }
  const interval = ({ reasons }: LossEntityMonth): string => {
    const { low = null, high = null } = reasons[reason] ?? {}
    if (low === null) return '–'
    return high === null
      ? intl.formatMessage({ id: 'LossPrevention.Interval.Open' }, { low: number(low) })
      : intl.formatMessage({ id: 'LossPrevention.Interval' }, { low: number(low), high: number(high) })
  }
  const peers = ({ reasons, peerGroup, peerCount }: LossEntityMonth): string => {
    const value = reasons[reason]?.peers ?? null
    return value === null || peerGroup === null
      ? intl.formatMessage({ id: 'LossPrevention.Peers.None' })
      : intl.formatMessage({ id: `LossPrevention.Peers.${peerGroup}` }, { value: number(value), count: peerCount })
  }
  return (
    <>
      <SimpleTable
        label={intl.formatMessage({ id: 'LossPrevention.ReasonDetails' })}
        gutter="card"
        narrow="cards"
        columns={[
          c.custom('month', {
            labelId: 'LossPrevention.Column.month',
            rowHeader: true,
            value: row => row.month,
            cell: row => (
              <span className="flex flex-wrap items-center gap-1">
                {monthName(row.month)}
                {row.cut ? (
                  <Badge size="sm">
                    <FormattedMessage id="LossPrevention.Cut" />
                  </Badge>
                ) : null}
              </span>
            ),
          }),
          c.number('value', {
            labelId: 'LossPrevention.Column.value',
            digits,
            value: row => row.reasons[reason]?.value ?? null,
          }),
          c.custom('interval', { labelId: 'LossPrevention.Column.interval', value: interval, cell: interval }),
          c.number('size', { labelId: 'LossPrevention.Column.size', value: row => row.reasons[reason]?.size ?? null }),
          c.number('population', {
            labelId: 'LossPrevention.All',
            digits: 2,
            value: row => row.reasons[reason]?.population ?? null,
          }),
          c.custom('peers', { labelId: 'LossPrevention.Peers', value: peers, cell: peers }),
          c.custom('level', {
            labelId: 'LossPrevention.Column.level',
            value: row => row.reasons[reason]?.level ?? null,
            cell: row => <Verdict month={row} reason={reason} cleared={isCleared(row.month)} />,
          }),
          ...(mayClear
            ? [
                c.custom('clear', {
                  labelId: 'LossPrevention.Clear',
                  control: true,
                  value: () => null,
                  cell: row =>
                    isCleared(row.month) || !isClearable(row) ? null : (
                      <Button
                        size="sm"
                        variant="ghost"
                        aria-label={intl.formatMessage(
                          { id: 'LossPrevention.Clear.Month' },
                          { month: monthName(row.month) },
                        )}
                        onClick={() => setCleared(row.month)}
                      >
                        <FormattedMessage id="LossPrevention.Clear" />
                      </Button>
                    ),
                }),
              ]
            : []),
        ]}
        rows={entity.months.toReversed()}
        getRowId={row => row.month}
      />
      {cleared === null ? null : (
        <ClearDialog entity={entity} month={cleared} reason={reason} onClose={() => setCleared(null)} />
      )}
    </>
  )
}

interface VerdictProps {
  month: LossEntityMonth
  reason: LossReason
  cleared: boolean
}

/** What the value says, and whether somebody has cleared it. */
function Verdict({ month: { reasons }, reason, cleared }: VerdictProps) {
  const { level = 'usual', damped = false } = reasons[reason] ?? {}
  return (
    <span className="flex flex-wrap gap-1">
      <LevelBadge level={level} />
      {cleared ? (
        <Badge tone="success" size="sm">
          <FormattedMessage id="LossPrevention.Cleared" />
        </Badge>
      ) : null}
      {damped ? (
        <Badge size="sm">
          <FormattedMessage id="LossPrevention.Damped" />
        </Badge>
      ) : null}
    </span>
  )
}
