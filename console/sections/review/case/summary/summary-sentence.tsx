import { DateTime, useFormat } from '@assay/design-system'
import type { SummaryFact } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { ContributionLabel } from '../../../../platform/explanation/contribution-label.tsx'
import { majorUnits } from '../../../../platform/i18n/money.ts'
import { OtherUsers } from '../../values/other-users.tsx'

const day = 86_400_000

/** One fact of a summary in the reader's language. */
export function SummarySentence({ fact }: { fact: SummaryFact }) {
  switch (fact.fact) {
    case 'decided':
      return <DecidedSentence fact={fact} />
    case 'restricted':
      return <FormattedMessage id="Review.Restricted.Badge" />
    case 'strongest':
      return (
        <FormattedMessage
          id="Review.Summary.Strongest"
          values={{ what: <ContributionLabel key="what" code={fact.code} value={fact.value} />, points: fact.points }}
        />
      )
    case 'amount':
      return <AmountSentence fact={fact} />
    case 'account':
      return <FormattedMessage id="Review.Contribution.AccountAge" values={{ value: Math.floor(fact.ageMs / day) }} />
    case 'earlier':
      return <FormattedMessage id="Review.Summary.Earlier" values={{ count: fact.events }} />
    case 'device':
    case 'instrument':
      return (
        <FormattedMessage
          id={`Review.Summary.${fact.fact}`}
          values={{ users: <OtherUsers key="users" users={fact.users} complete={!fact.more} /> }}
        />
      )
    case 'countries':
      return <CountriesSentence fact={fact} />
    case 'reported':
      return <ReportedSentence fact={fact} />
    case 'similar': {
      const { cases, rejected, fraud } = fact
      return <FormattedMessage id="Review.Summary.Similar" values={{ cases, rejected, fraud }} />
    }
  }
}

type FactOf<Name extends SummaryFact['fact']> = Extract<SummaryFact, { fact: Name }>

function DecidedSentence({ fact: { decision, rule, clause, score } }: { fact: FactOf<'decided'> }) {
  return (
    <>
      {rule === null ? (
        <FormattedMessage id="Review.Explanation.NoClause" />
      ) : (
        <FormattedMessage
          id={`Review.Explanation.Sentence.${decision}`}
          values={{ rule: <bdi key="rule">{rule}</bdi>, clause: <bdi key="clause">{clause ?? ''}</bdi> }}
        />
      )}
      {score === null ? null : (
        <>
          {' '}
          <FormattedMessage id="Review.Summary.Score" values={{ score }} />
        </>
      )}
    </>
  )
}

function AmountSentence({ fact: { amount, currency, items } }: { fact: FactOf<'amount'> }) {
  const format = useFormat()
  const money = format.money(majorUnits(amount, currency), currency)
  return items === null ? (
    <FormattedMessage id="Review.Summary.Amount" values={{ amount: money }} />
  ) : (
    <FormattedMessage id="Review.Summary.AmountOfItems" values={{ amount: money, count: items }} />
  )
}

function CountriesSentence({ fact: { ip, billing, shipping, same } }: { fact: FactOf<'countries'> }) {
  const intl = useIntl()
  const entries = [
    ['Events.Column.IpCountry', ip],
    ['Events.Column.BillingCountry', billing],
    ['Events.Column.ShippingCountry', shipping],
  ] as const
  const nameOf = (code: string) => intl.formatDisplayName(code, { type: 'region', fallback: 'code' }) ?? code
  const parts = entries.flatMap(([id, code]) =>
    code === null
      ? []
      : [
          intl.formatMessage(
            { id: 'Review.Summary.Country' },
            { name: intl.formatMessage({ id }), country: nameOf(code) },
          ),
        ],
  )
  return (
    <FormattedMessage
      id={same ? 'Review.Summary.Countries.Same' : 'Review.Summary.Countries.Differ'}
      values={{ countries: intl.formatList(parts, { type: 'unit' }) }}
    />
  )
}

/** Kinds of reports that have a card with their name. */
const reportTitles: ReadonlySet<string> = new Set(['status', 'bankEvent', 'chargeback', 'refund'])

function ReportedSentence({ fact: { kind, status, at } }: { fact: FactOf<'reported'> }) {
  const intl = useIntl()
  const parts = [
    ...(reportTitles.has(kind) ? [intl.formatMessage({ id: `Review.Reports.${kind}` })] : []),
    ...(status === null ? [] : [status]),
  ]
  return (
    <FormattedMessage
      id="Review.Summary.Reported"
      values={{
        what: <bdi key="what">{intl.formatList(parts, { type: 'unit' })}</bdi>,
        time: <DateTime key="time" value={at} />,
      }}
    />
  )
}
