import { Badge, Card, CardHeader, createColumns, SimpleTable, useFormat } from '@assay/design-system'
import { type UploadPurchaseStatistics, uploadFigureLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { DailyChargebacks } from './daily-chargebacks.tsx'
import { QualityTile } from './quality-tile.tsx'

const limits = uploadFigureLimits

interface AttributeLine {
  id: string
  attribute: string
  entity: string
  count: number
  rows: number
  share: number | null
  good: boolean | null
}

/** The quality of the uploaded purchases and chargebacks: figures, attributes, and chargebacks per day. */
export function PurchaseStatistics({ statistics }: { statistics: UploadPurchaseStatistics }) {
  const intl = useIntl()
  const format = useFormat()
  const { period, transactions, chargebacks, chargebackBasisPoints, chargebackMatchRate } = statistics
  const compact = (value: number | null) => (value === null ? undefined : format.compact(value))
  const days = (value: number | null) =>
    value === null ? undefined : intl.formatNumber(value, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
        <QualityTile
          label={<FormattedMessage id="Upload.Figure.Period" />}
          value={days(period.value)}
          good={period.good}
          reason={
            <FormattedMessage
              id="Upload.Figure.Period.Limit"
              values={{ least: limits.days.min, recommended: limits.days.recommended }}
            />
          }
        />
        <QualityTile
          label={<FormattedMessage id="Upload.Figure.Transactions" />}
          value={compact(transactions.value)}
          good={transactions.good}
          reason={<FormattedMessage id="Upload.Figure.AtLeast" values={{ count: limits.transactions.min }} />}
        />
        <QualityTile
          label={<FormattedMessage id="Upload.Figure.Chargebacks" />}
          value={compact(chargebacks.value)}
          good={chargebacks.good}
          reason={<FormattedMessage id="Upload.Figure.AtLeast" values={{ count: limits.chargebacks.min }} />}
        />
        <QualityTile
          label={<FormattedMessage id="Upload.Figure.BasisPoints" />}
          value={
            chargebackBasisPoints.value === null
              ? undefined
              : intl.formatNumber(chargebackBasisPoints.value, { maximumFractionDigits: 1 })
          }
          good={chargebackBasisPoints.good}
          reason={
            <FormattedMessage
              id="Upload.Figure.Between"
              values={{ from: limits.chargebackBasisPoints.min, to: limits.chargebackBasisPoints.max }}
            />
          }
        />
        <QualityTile
          label={<FormattedMessage id="Upload.Figure.MatchRate" />}
          value={chargebackMatchRate.value === null ? undefined : format.percent(chargebackMatchRate.value)}
          good={chargebackMatchRate.good}
          reason={<FormattedMessage id="Upload.Figure.MatchRate.Limit" />}
        />
      </div>
      <DailyChargebacks />
      <div className="grid items-start gap-3 xl:grid-cols-3">
        <AttributeTable
          titleId="Upload.Figure.Empty"
          textId="Upload.Figure.Empty.Limit"
          countId="Upload.Figure.EmptyCells"
          lines={statistics.emptyValues.map(({ entity, attribute, empty, rows, share, good }) => ({
            id: `${entity} ${attribute}`,
            entity,
            attribute,
            count: empty,
            rows,
            share,
            good,
          }))}
        />
        <AttributeTable
          titleId="Upload.Figure.Formatting"
          textId="Upload.Figure.Formatting.Limit"
          countId="OutgoingRequests.Figure.Errors"
          lines={statistics.formattingErrors.map(line => ({ ...line, id: `${line.entity} ${line.attribute}` }))}
        />
        <AttributeTable
          titleId="Upload.Figure.Unique"
          textId="Upload.Figure.Unique.Limit"
          countId="Upload.Figure.Distinct"
          lines={statistics.uniqueEntities.map(({ attribute, distinct, rows, share, good }) => ({
            id: attribute,
            entity: 'Purchases',
            attribute,
            count: distinct,
            rows,
            share,
            good,
          }))}
        />
      </div>
    </>
  )
}

interface AttributeTableProps {
  titleId: string
  /** The limit. */
  textId: string
  /** What is counted. */
  countId: string
  lines: readonly AttributeLine[]
}

const columns = createColumns<AttributeLine>()

/** Attributes with a count and its share; those beyond the limit are red. */
function AttributeTable({ titleId, textId, countId, lines }: AttributeTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const title = intl.formatMessage({ id: titleId })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} />
      <p className="px-4 pbe-2 text-xs text-fg-secondary">
        <FormattedMessage id={textId} />
      </p>
      <div className="max-h-[24rem] overflow-y-auto">
        <SimpleTable
          label={title}
          rows={lines}
          getRowId={({ id }) => id}
          empty={<FormattedMessage id="Upload.Figure.None" />}
          columns={[
            columns.custom('attribute', {
              labelId: 'DesignSystem.ImportMapping.Head.Attribute',
              rowHeader: true,
              value: ({ attribute }) => attribute,
              cell: ({ attribute, entity }) => (
                <span className="block">
                  <bdi className="block wrap-anywhere whitespace-normal">{attribute}</bdi>
                  <bdi className="block text-xs text-fg-muted">{entity}</bdi>
                </span>
              ),
            }),
            columns.custom('count', {
              labelId: countId,
              align: 'number',
              value: ({ count }) => count,
              cell: ({ count }) => <span className="block text-end tabular-nums">{intl.formatNumber(count)}</span>,
            }),
            columns.custom('share', {
              labelId: 'Upload.Figure.Share',
              align: 'number',
              value: ({ share }) => share,
              cell: ({ share, good }) => {
                const text = share === null ? '–' : format.percent(share)
                return (
                  <span className="block text-end tabular-nums">
                    {good === false ? (
                      <Badge tone="danger">
                        {text} <FormattedMessage id="Upload.Figure.Beyond" />
                      </Badge>
                    ) : (
                      text
                    )}
                  </span>
                )
              },
            }),
          ]}
        />
      </div>
    </Card>
  )
}
