import {
  Callout,
  createColumns,
  Heading,
  KeyValue,
  KeyValueList,
  SimpleTable,
  SkeletonRows,
  useFormat,
} from '@assay/design-system'
import { BarChart } from '@assay/design-system/charts'
import type { ModelCard, ModelKind } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useSignalLabels } from '../../../platform/explanation/use-signal-labels.ts'
import { featurePoints } from './feature-points.ts'

/** Features that matter to a reader; the rest adds little to any score. */
const shownFeatures = 20

export function ModelCardSection({
  environmentId,
  kind,
  version,
}: {
  environmentId: string
  kind: ModelKind
  version: number
}) {
  const query = useQuery(api.models.get.queryOptions({ input: { environmentId, kind, version }, staleTime: 60_000 }))
  if (query.isError && !query.data) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data?.card) return <SkeletonRows rows={10} />
  return <ModelCardFigures card={query.data.card} />
}

const thresholdColumns = createColumns<ModelCard['thresholds'][number]>()

const featureColumns = createColumns<ModelCard['features'][number]>()

function ModelCardFigures({ card }: { card: ModelCard }) {
  const intl = useIntl()
  const format = useFormat()
  const { nameOf } = useSignalLabels()
  const decimals = (value: number, digits: number) =>
    intl.formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, numberingSystem: 'latn' })
  const thresholds = useMemo(
    () => [
      thresholdColumns.number('score', { labelId: 'Models.Threshold.Score', value: row => row.score }),
      thresholdColumns.number('events', { labelId: 'Models.Threshold.Events', value: row => row.events }),
      thresholdColumns.percent('precision', { labelId: 'DesignSystem.Chart.Precision', value: row => row.precision }),
      thresholdColumns.percent('recall', { labelId: 'DesignSystem.Chart.DetectionRate', value: row => row.recall }),
      thresholdColumns.percent('falsePositives', {
        labelId: 'DesignSystem.Chart.FalsePositiveRate',
        value: row => row.falsePositives,
      }),
    ],
    [],
  )
  const features = useMemo(
    () => [
      featureColumns.text('id', { labelId: 'Models.Feature.Name', value: row => nameOf(row.id) }),
      featureColumns.percent('share', { labelId: 'Models.Feature.Share', value: row => row.share }),
      featureColumns.custom('points', {
        labelId: 'Models.Feature.Points',
        value: row => row.points[0] ?? 0,
        cell: row => <FeaturePoints feature={row} />,
      }),
    ],
    [nameOf],
  )
  const bins = card.calibration.map((bin, index) => ({
    ...bin,
    id: String(index),
    label: intl.formatNumber(bin.predicted, {
      style: 'percent',
      maximumFractionDigits: bin.predicted < 0.1 ? 1 : 0,
      numberingSystem: 'latn',
    }),
  }))
  return (
    <>
      {card.weak ? (
        <Callout tone="warning" title={<FormattedMessage id="Models.Weak.Badge" />}>
          <FormattedMessage id="Models.Weak.Text" />
        </Callout>
      ) : null}
      <KeyValueList columns={2}>
        <KeyValue term={<FormattedMessage id="Models.Rows" />}>{format.number(card.rows)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Models.Frauds" />}>{format.number(card.frauds)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Models.From" />}>{format.date(card.from)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Models.To" />}>{format.date(card.to)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Models.HeldOut" />}>{format.number(card.heldOut.rows)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Models.Auc" />}>{decimals(card.auc, 3)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Models.Caught" />}>{format.percent(card.caughtAtOnePercent)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Models.CalibrationError" />}>
          {decimals(card.calibrationError, 4)}
        </KeyValue>
      </KeyValueList>
      <BarChart
        variant="plain"
        title={intl.formatMessage({ id: 'Models.Calibration' })}
        orientation="block"
        sort="given"
        unit="share"
        height={180}
        valueLabel={intl.formatMessage({ id: 'Models.Calibration.Actual' })}
        items={bins.map(({ id, label, actual }) => ({ id, label, value: actual }))}
        compare={{
          label: intl.formatMessage({ id: 'Models.Calibration.Predicted' }),
          values: Object.fromEntries(bins.map(({ id, predicted }) => [id, predicted])),
        }}
      />
      <section className="flex flex-col gap-2">
        <Heading level={3} size="sm">
          <FormattedMessage id="Models.Thresholds" />
        </Heading>
        <SimpleTable
          label={intl.formatMessage({ id: 'Models.Thresholds' })}
          columns={thresholds}
          rows={card.thresholds}
          getRowId={row => String(row.score)}
        />
      </section>
      <section className="flex flex-col gap-2">
        <Heading level={3} size="sm">
          <FormattedMessage id="Models.Features" />
        </Heading>
        <SimpleTable
          label={intl.formatMessage({ id: 'Models.Features' })}
          columns={features}
          rows={card.features.slice(0, shownFeatures)}
          getRowId={row => row.id}
        />
      </section>
    </>
  )
}

function FeaturePoints({ feature }: { feature: ModelCard['features'][number] }) {
  const { bins, missing } = featurePoints(useIntl(), feature)
  return (
    <ul className="flex flex-wrap gap-x-3 py-1 font-mono text-xs text-fg-secondary">
      {bins.map(text => (
        <li key={text} dir="ltr" className="whitespace-nowrap">
          {text}
        </li>
      ))}
      {missing === null ? null : (
        <li className="flex gap-1 whitespace-nowrap">
          <FormattedMessage id="Review.Counterfactuals.Missing" />
          <bdi dir="ltr">{missing}</bdi>
        </li>
      )}
    </ul>
  )
}
