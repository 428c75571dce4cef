import { Badge, Button, Card, CardBody, CardHeader, lazyPart } from '@assay/design-system'
import type { QualityJudgement, QualitySample } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'

const JudgeDialog = lazyPart(() => import('./judge-dialog.tsx').then(module => ({ default: module.JudgeDialog })))

/** Judgements that are listed; the report has all of them. */
const shownJudgements = 5

/** Decisions of others that wait for the caller's judgement, and the caller's own ones. There is no card without any. */
export function QualityCard() {
  const intl = useIntl()
  const environment = useEnvironment()
  const can = useCan()
  const { data } = useQuery(
    api.caseQuality.list.queryOptions({
      input: { environmentId: environment.id },
      enabled: can('cases.review', 'write'),
      staleTime: 30_000,
    }),
  )
  const [judging, setJudging] = useState<QualitySample | null>(null)
  const { waiting = [], judged = [] } = data ?? {}
  if (waiting.length === 0 && judged.length === 0) return null
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Quality.Title" />}
        meta={waiting.length === 0 ? undefined : intl.formatNumber(waiting.length)}
      />
      <CardBody className="flex flex-col gap-3">
        {waiting.length === 0 ? (
          <p className="text-fg-secondary">
            <FormattedMessage id="Quality.None" />
          </p>
        ) : (
          <ul aria-label={intl.formatMessage({ id: 'Quality.Waiting' })} className="flex flex-col gap-2">
            {waiting.map(sample => (
              <li
                key={`${sample.environmentId} ${sample.eventType} ${sample.externalId}`}
                className="flex items-center gap-2"
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
                  <bdi dir="ltr" className="font-medium wrap-anywhere">
                    {sample.externalId}
                  </bdi>
                  <bdi className="text-xs text-fg-secondary">{sample.queueName}</bdi>
                </span>
                <Button size="sm" onClick={() => setJudging(sample)}>
                  <FormattedMessage id="Quality.Judge.Open" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        {judged.length > 0 ? (
          <div className="flex flex-col gap-1">
            <h3 className="text-xs font-medium text-fg-secondary">
              <FormattedMessage id="Quality.Judged" />
            </h3>
            <ul className="flex flex-col gap-1">
              {judged.slice(0, shownJudgements).map(judgement => (
                <li
                  key={`${judgement.environmentId} ${judgement.eventType} ${judgement.externalId}`}
                  className="flex flex-wrap items-baseline gap-x-2"
                >
                  <bdi dir="ltr" className="wrap-anywhere">
                    {judgement.externalId}
                  </bdi>
                  <JudgementResult judgement={judgement} />
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </CardBody>
      {judging ? (
        <Suspense fallback={null}>
          <JudgeDialog sample={judging} onClose={() => setJudging(null)} />
        </Suspense>
      ) : null}
    </Card>
  )
}

function JudgementResult({ judgement: { overturned, first } }: { judgement: QualityJudgement }) {
  return (
    <Badge tone={overturned ? 'warning' : 'success'}>
      <FormattedMessage
        id={overturned ? 'Quality.Different' : 'Quality.Same'}
        values={{ name: <bdi key="name">{first.by}</bdi>, decision: <bdi key="decision">{first.decision}</bdi> }}
      />
    </Badge>
  )
}
