import { Badge, Card, CardHeader, DateTime } from '@assay/design-system'
import type { SupportCandidate } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'

interface CandidateListProps {
  candidates: readonly SupportCandidate[]
  /** More accounts match than are listed. */
  more: boolean
  hrefOf: (candidate: SupportCandidate) => string
}

/** What an account is called: the customer's name, else the address, else the id. */
export const accountName = ({
  userName,
  email,
  userId,
  account,
}: Pick<SupportCandidate, 'userName' | 'email' | 'userId' | 'account'>): string =>
  userName ?? email ?? userId ?? account.value

/** The accounts that a typed text may mean, to choose one of. */
export function CandidateList({ candidates, more, hrefOf }: CandidateListProps) {
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Support.Candidates.Title" />}
        meta={<FormattedMessage id="Support.Candidates.Count" values={{ count: candidates.length }} />}
      />
      <ul>
        {candidates.map(candidate => (
          <li key={`${candidate.account.type}:${candidate.account.value}`} className="border-bs border-line-subtle">
            <Link
              to={hrefOf(candidate)}
              className="focus-ring-inset flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-surface-hover"
            >
              <span className="min-w-0 flex-1 basis-[15rem]">
                <bdi className="block truncate font-medium text-link">{accountName(candidate)}</bdi>
                <bdi dir="ltr" className="block truncate text-xs text-fg-secondary">
                  {[candidate.email, candidate.userId].filter(Boolean).join(' · ')}
                </bdi>
              </span>
              <span className="flex flex-wrap gap-1">
                {candidate.keys.map(key => (
                  <Badge key={key}>
                    <FormattedMessage id={`Support.Key.${key}`} />
                  </Badge>
                ))}
              </span>
              <span className="text-xs text-fg-secondary tabular-nums">
                <FormattedMessage
                  id="Support.Candidates.Transactions"
                  values={{
                    count: candidate.transactions,
                    time: <DateTime key="time" value={candidate.lastAt} shape="date" />,
                  }}
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more ? (
        <p className="border-bs border-line-subtle px-4 py-2 text-xs text-fg-secondary">
          <FormattedMessage id="Support.Candidates.More" />
        </p>
      ) : null}
    </Card>
  )
}
