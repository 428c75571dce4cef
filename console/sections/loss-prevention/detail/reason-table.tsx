import { createColumns, SimpleTable, useFormat } from '@assay/design-system'
import { type LossEntityMonth, type LossReason, lossReasons } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { LevelBadge } from '../level-badge.tsx'
import { useMonthName } from '../use-month-name.ts'

const c = createColumns<LossReason>()

/** The percentile of every reason in every month. Only what is high beyond chance and among peers is marked as such. */
export function ReasonTable({ months }: { months: readonly LossEntityMonth[] }) {
  const intl = useIntl()
  const format = useFormat()
  const monthName = useMonthName()
  const nameOf = (reason: LossReason) => intl.formatMessage({ id: `LossPrevention.Reason.${reason}` })
  return (
    <SimpleTable
      label={intl.formatMessage({ id: 'LossPrevention.Reasons' })}
      gutter="card"
      columns={[
        c.custom('reason', {
          labelId: 'LossPrevention.Reason',
          rowHeader: true,
          value: nameOf,
          cell: reason => <span className="block min-w-[12rem] whitespace-normal">{nameOf(reason)}</span>,
        }),
        ...months.map(({ month, reasons }) =>
          c.custom(month, {
            label: monthName(month),
            value: reason => reasons[reason]?.percentile ?? null,
            cell: reason => {
              const { percentile = 0, level = 'usual' } = reasons[reason] ?? {}
              return (
                <span className="flex flex-col items-start">
                  <span className={level === 'high' ? 'font-semibold text-danger-text' : undefined}>
                    {format.percent(percentile)}
                  </span>
                  <LevelBadge level={level} />
                </span>
              )
            },
          }),
        ),
      ]}
      rows={lossReasons}
      getRowId={reason => reason}
    />
  )
}
