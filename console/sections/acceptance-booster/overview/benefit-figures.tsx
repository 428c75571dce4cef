import { Heading, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import { type BoosterFigures, type BoosterGroup, boosterLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'

/** What banks approve with and without a message, and what became of the messages. */
export function BenefitFigures({ environmentId }: { environmentId: string }) {
  const query = useQuery(api.booster.figures.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const figures: BoosterFigures | undefined = query.data
  return (
    <section className="flex max-w-prose flex-col gap-2 px-page" aria-labelledby="booster-benefit">
      <Heading level={2} size="md" id="booster-benefit">
        <FormattedMessage id="Booster.Benefit" />
      </Heading>
      <p className="text-xs text-fg-muted">
        <FormattedMessage
          id="Booster.Benefit.Text"
          values={{ days: boosterLimits.figureDays, least: boosterLimits.fewestAnswers }}
        />
      </p>
      {figures !== undefined ? (
        <Figures figures={figures} />
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
    </section>
  )
}

function Figures({ figures: { shared, control, difference, sent, waiting, failed } }: { figures: BoosterFigures }) {
  const intl = useIntl()
  const points = (share: number) =>
    intl.formatNumber(share * 100, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return (
    <KeyValueList termWidth="lg">
      <KeyValue term={<FormattedMessage id="Booster.Benefit.With" />}>
        <Approval group={shared} />
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Booster.Benefit.Without" />}>
        <Approval group={control} />
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Booster.Benefit.Difference" />}>
        {difference === null ? (
          <FormattedMessage id="Booster.Benefit.TooFew" />
        ) : (
          <FormattedMessage
            id="Booster.Benefit.Points"
            values={{
              points: points(difference.share),
              low: points(difference.low),
              high: points(difference.high),
            }}
          />
        )}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Booster.Benefit.Messages" />}>
        <FormattedMessage id="Booster.Benefit.Counts" values={{ sent, waiting, failed }} />
      </KeyValue>
    </KeyValueList>
  )
}

function Approval({ group: { answered, approval } }: { group: BoosterGroup }) {
  const format = useFormat()
  return approval === null ? (
    <FormattedMessage id="Booster.Benefit.Answers" values={{ count: answered }} />
  ) : (
    <FormattedMessage
      id="Booster.Benefit.Approval"
      values={{
        share: format.percent(approval.share),
        low: format.percent(approval.low),
        high: format.percent(approval.high),
        count: answered,
      }}
    />
  )
}
