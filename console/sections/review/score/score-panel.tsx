import {
  Badge,
  Button,
  Callout,
  ConfirmDanger,
  createColumns,
  Heading,
  KeyValue,
  KeyValueList,
  SegmentedControl,
  SidePanel,
  SimpleTable,
  SkeletonRows,
  useFormat,
  useToast,
} from '@assay/design-system'
import { BarChart } from '@assay/design-system/charts'
import {
  type ModelCard,
  type ModelKind,
  type ModelVersion,
  minimumLabels,
  modelKinds,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { useSignalLabels } from '../use-signal-labels.ts'
import { featurePoints } from './feature-points.ts'
import { ModelTrainingSection } from './model-training-section.tsx'

interface ScorePanelProps {
  environmentId: string
  write: boolean
}

/** Features that a person looks at; the rest adds little to any score. */
const shownFeatures = 20

/**
 * The card of the risk or the bot model: what it was fitted from, what it is worth, what it looks at, and its versions.
 */
export function ScorePanel({ environmentId, write }: ScorePanelProps) {
  const intl = useIntl()
  const [parameters, setParameters] = useSearchParams()
  const kind: ModelKind = modelKinds.find(each => each === parameters.get('of')) ?? 'risk'
  const list = useQuery({
    ...api.models.list.queryOptions({ input: { environmentId, kind }, staleTime: 0 }),
    refetchInterval: query =>
      query.state.data?.fit?.state === 'waiting' || query.state.data?.fit?.state === 'running' ? 1500 : false,
  })
  const sent = parameters.get('model')
  const wanted = sent !== null && /^\d{1,9}$/.test(sent) ? Number(sent) : null
  const version =
    list.data?.versions.find(each => (wanted === null ? each.active : each.version === wanted)) ??
    list.data?.versions.find(({ active }) => active)
  const change = (next: (to: URLSearchParams) => void) =>
    setParameters(
      before => {
        const to = new URLSearchParams(before)
        next(to)
        return to
      },
      { replace: true },
    )
  return (
    <SidePanel
      variant="modal"
      className="sm:max-w-dialog-lg"
      title={<FormattedMessage id="Models.About" />}
      onClose={() =>
        change(to => {
          for (const name of ['panel', 'of', 'model']) to.delete(name)
        })
      }
    >
      <div className="flex flex-col gap-4 p-4" aria-label={intl.formatMessage({ id: 'Models.About' })} role="group">
        <SegmentedControl
          label={intl.formatMessage({ id: 'Models.Which' })}
          value={kind}
          segments={modelKinds.map(value => ({ value, label: intl.formatMessage({ id: `Review.Flips.${value}` }) }))}
          onValueChange={next =>
            change(to => {
              to.set('of', next)
              to.delete('model')
            })
          }
        />
        {list.isError && !list.data ? (
          <QueryError error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data === undefined || version === undefined ? (
          <SkeletonRows rows={10} />
        ) : (
          <>
            <VersionFacts version={version} />
            {version.shipped ? (
              <Callout tone="info" title={<FormattedMessage id="Models.Shipped.Title" />}>
                <FormattedMessage
                  id="Models.Shipped.Text"
                  values={{ rows: minimumLabels.rows, each: minimumLabels.perClass }}
                />
              </Callout>
            ) : (
              <ModelCardSection environmentId={environmentId} kind={kind} version={version.version} />
            )}
            <ModelTrainingSection
              environmentId={environmentId}
              kind={kind}
              labels={list.data.labels}
              fit={list.data.fit}
              write={write}
              onChanged={() => void list.refetch()}
            />
            <Versions
              key={kind}
              environmentId={environmentId}
              kind={kind}
              versions={list.data.versions}
              shown={version.version}
              write={write}
              onShow={next => change(to => to.set('model', String(next)))}
              onChanged={() => void list.refetch()}
            />
          </>
        )}
      </div>
    </SidePanel>
  )
}

function VersionFacts({ version }: { version: ModelVersion }) {
  const format = useFormat()
  return (
    <KeyValueList columns={2}>
      <KeyValue term={<FormattedMessage id="Models.Version" />}>
        <VersionName version={version} />
      </KeyValue>
      {version.fittedAt === null ? null : (
        <>
          <KeyValue term={<FormattedMessage id="Models.FittedAt" />}>{format.dateTime(version.fittedAt)}</KeyValue>
          <KeyValue term={<FormattedMessage id="Models.FittedBy" />}>
            {version.fittedBy === null ? <FormattedMessage id="Models.Schedule" /> : <bdi>{version.fittedBy}</bdi>}
          </KeyValue>
        </>
      )}
    </KeyValueList>
  )
}

function VersionName({ version }: { version: ModelVersion }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {version.shipped ? (
        <FormattedMessage id="Models.Shipped.Name" />
      ) : (
        <FormattedMessage id="Models.VersionNumber" values={{ version: version.version }} />
      )}
      {version.active ? (
        <Badge tone="success">
          <FormattedMessage id="Lists.Version.InForce" />
        </Badge>
      ) : null}
      {version.weak ? (
        <Badge tone="warning">
          <FormattedMessage id="Models.Weak.Badge" />
        </Badge>
      ) : null}
    </span>
  )
}

function ModelCardSection({
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
          <FormattedMessage id="Review.Flips.Missing" />
          <bdi dir="ltr">{missing}</bdi>
        </li>
      )}
    </ul>
  )
}

interface VersionsProps {
  environmentId: string
  kind: ModelKind
  versions: readonly ModelVersion[]
  shown: number
  write: boolean
  onShow: (version: number) => void
  onChanged: () => void
}

function Versions({ environmentId, kind, versions, shown, write, onShow, onChanged }: VersionsProps) {
  const format = useFormat()
  const intl = useIntl()
  const failed = useErrorToast()
  const { toast } = useToast()
  const [asked, setAsked] = useState<ModelVersion | null>(null)
  const [last, setLast] = useState<ModelVersion | null>(null)
  if (asked !== null && asked !== last) setLast(asked)
  const [running, setRunning] = useState(false)
  const activate = async (version: ModelVersion) => {
    setRunning(true)
    try {
      await client.models.activate({ environmentId, kind, version: version.version })
      toast({ title: intl.formatMessage({ id: 'Models.Activated' }), tone: 'success' })
      setAsked(null)
      onChanged()
    } catch (error) {
      failed(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <section className="flex flex-col gap-2">
      <Heading level={3} size="sm">
        <FormattedMessage id="Models.Versions" />
      </Heading>
      <ol className="flex flex-col">
        {versions.map(version => (
          <li
            key={version.version}
            className="flex flex-wrap items-center justify-between gap-2 border-bs border-line-subtle py-2"
          >
            <div className="min-w-0">
              <VersionName version={version} />
              {version.fittedAt === null ? null : (
                <span className="text-xs text-fg-secondary">{format.dateTime(version.fittedAt)}</span>
              )}
            </div>
            <span className="flex gap-2">
              {version.version === shown ? null : (
                <Button size="sm" variant="ghost" onClick={() => onShow(version.version)}>
                  <FormattedMessage id="Models.Show" />
                </Button>
              )}
              {write && !version.active ? (
                <Button size="sm" onClick={() => setAsked(version)}>
                  <FormattedMessage id="Models.Use" />
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      <ConfirmDanger
        open={asked !== null}
        onOpenChange={open => {
          if (!open) setAsked(null)
        }}
        loading={running}
        title={<FormattedMessage id="Models.Use.Title" />}
        description={<FormattedMessage id="Models.Use.Text" />}
        confirmLabel={<FormattedMessage id="Models.Use" />}
        onConfirm={() => {
          if (last) void activate(last)
        }}
      />
    </section>
  )
}
