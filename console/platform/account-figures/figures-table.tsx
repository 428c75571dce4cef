import { belowMd, createColumns, SimpleTable, useFormat, useMediaQuery } from '@assay/design-system'
import type { AccountFigure, AccountSummary } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { currencyDigits } from '../i18n/money.ts'
import { isUnusual } from './unusual-figure.ts'

type Category = keyof AccountSummary['figures']
interface FigureRow {
  id: Category
  name: string
  figure: AccountFigure
  /** Fraction digits of a count or an amount, and of its average. */
  digits: Digits
  averageDigits: Digits
}
type Measure = keyof AccountFigure
type Digits = 0 | 2

const c = createColumns<FigureRow>()
const categories = [
  'transactions',
  'spending',
  'chargebacks',
  'chargebackAmount',
  'refunds',
  'refundAmount',
  'daysOfUse',
] as const satisfies readonly Category[]
const isAmount = (id: Category): boolean => id === 'spending' || id === 'chargebackAmount' || id === 'refundAmount'
const allMeasures: readonly Measure[] = ['total', 'averageMonth', 'last30Days', 'last24Hours']

interface FiguresTableProps {
  /** Figures with the currency of the spending. */
  summary: Pick<AccountSummary, 'figures' | 'currency'>
  /** Columns, in their order; all of them by default. */
  measures?: readonly Measure[]
}

/** Purchases, chargebacks and refunds of an account with their amounts, and its days of use; what is far above the average month is marked. */
export function FiguresTable({ summary: { figures, currency }, measures = allMeasures }: FiguresTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const small = useMediaQuery(belowMd)
  const columns = useMemo(() => {
    const cell = (measure: Measure) =>
      c.custom(measure, {
        labelId: small ? `Support.Figure.short.${measure}` : `Support.Figure.${measure}`,
        align: 'number',
        size: 104,
        value: row => row.figure[measure],
        cell: ({ figure, digits, averageDigits }) => {
          const text = format.number(figure[measure], measure === 'averageMonth' ? averageDigits : digits)
          if (measure !== 'last30Days' || !isUnusual(figure)) return <span className="block text-end">{text}</span>
          const mark = intl.formatMessage({ id: 'Support.Figure.Unusual' })
          return (
            <span className="flex justify-end" title={mark}>
              <span className="rounded-chip bg-info-subtle px-1.5 font-semibold">
                {text}
                <span className="sr-only">{mark}</span>
              </span>
            </span>
          )
        },
      })
    return [
      c.text('name', { labelId: 'Support.Figure.Category', value: row => row.name, rowHeader: true, size: 128 }),
      ...measures.map(cell),
    ]
  }, [intl, format, small, measures])
  const count = { digits: 0, averageDigits: 2 } as const
  const amount: Digits = currencyDigits(currency) === 0 ? 0 : 2
  const rows = categories.map<FigureRow>(id => ({
    id,
    name: intl.formatMessage({ id: `Support.Figure.${id}` }, { currency }),
    figure: figures[id],
    ...(isAmount(id) ? { digits: amount, averageDigits: amount } : count),
  }))
  return (
    <SimpleTable
      label={intl.formatMessage({ id: 'Support.Figures' })}
      className="max-md:text-xs max-md:[&_:is(td,th)]:px-2"
      columns={columns}
      rows={rows}
      getRowId={row => row.id}
    />
  )
}
