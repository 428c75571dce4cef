import { Spinner, useFormat } from '@assay/design-system'
import type { CaseRow, SavingEstimate, SavingFactor } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'

/** The three factors of the expected saving of a case, each with the decided cases that it was measured from. */
export function SavingExplanation({ row }: { row: CaseRow }) {
  const { data, error, isError, refetch } = useQuery(
    api.cases.saving.queryOptions({ input: caseInputOf(row), staleTime: 30_000 }),
  )
  if (isError) return <QueryError error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  const { estimate } = data
  // The amount is known here: a case without one has no expected saving.
  if (estimate === null || row.amountUsd === null)
    return (
      <p>
        <FormattedMessage id="Cases.Saving.None" />
      </p>
    )
  return <Factors estimate={estimate} amount={row.amountUsd / 100} />
}

/** @param amount US dollars */
function Factors({ estimate, amount }: { estimate: SavingEstimate; amount: number }) {
  const format = useFormat()
  const { change, right, minutes, margin, stake, perMinute, defaultAction } = estimate
  const percent = (share: number) => format.percent(share)
  const money = (usd: number) => format.money(usd, 'USD')
  const time = format.number(minutes.value)
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium tabular-nums">
        <FormattedMessage
          id="Cases.Saving.Formula"
          values={{
            saving: money(amount * perMinute),
            change: percent(change.value),
            stake: money(amount * stake),
            minutes: time,
          }}
        />
      </p>
      <dl className="flex flex-col gap-3">
        <Factor factor={change} value={percent(change.value)}>
          <FormattedMessage id={`Cases.Saving.Change.${defaultAction}`} />
        </Factor>
        <Factor factor={right} value={money(amount * stake)}>
          <FormattedMessage
            id={`Cases.Saving.Stake.${defaultAction}`}
            values={{ right: percent(right.value), margin: percent(margin) }}
          />
        </Factor>
        <Factor
          factor={minutes}
          value={<FormattedMessage id="Cases.Saving.Minutes.Value" values={{ minutes: time }} />}
        >
          <FormattedMessage id="Cases.Saving.Minutes" />
        </Factor>
      </dl>
    </div>
  )
}

function Factor({ factor, value, children }: { factor: SavingFactor; value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <dt>{children}</dt>
        <dd className="font-medium whitespace-nowrap tabular-nums">{value}</dd>
      </div>
      <dd className="text-xs text-fg-secondary">
        <FormattedMessage id={`Cases.Saving.Source.${factor.source}`} values={{ cases: factor.cases }} />
      </dd>
    </div>
  )
}
