import {
  EmptyState,
  LoadingRegion,
  PageHeader,
  SkeletonText,
  StatTile,
  StatTileRow,
  useFormat,
} from '@assay/design-system'
import type { AttackDetail } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'react-router-dom'
import { errorKindOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { AttackStatus } from '../attack-status.tsx'
import { AttackActions } from './attack-actions.tsx'
import { AttackChecklist } from './attack-checklist.tsx'
import { AttackKeys } from './attack-keys.tsx'
import { AttackTimeline } from './attack-timeline.tsx'
import { ContainmentNotice } from './containment/containment-notice.tsx'
import { FallenAccounts } from './fallen-accounts.tsx'
import { FingerprintCard } from './fingerprint-card.tsx'

const refreshMs = 15_000

/** One attack: what its attempts have in common, its course, the accounts that fell, and what is to be done. */
export function Component() {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const { attackId = '' } = useParams()
  const query = useQuery(
    api.attacks.get.queryOptions({
      input: { environmentId, attackId },
      staleTime: 5_000,
      refetchInterval: refreshMs,
    }),
  )
  const attack = query.data as AttackDetail | undefined
  const title = intl.formatMessage({ id: attack ? `Attacks.Kind.${attack.kind}` : 'Attacks.Attack' })
  useTitle(title)
  useTitleFocus()
  const listed = intl.formatMessage({ id: 'Attacks.Title' })
  if (query.isError && !attack && errorKindOf(query.error) === 'missing')
    return (
      <EmptyState
        page
        kind="no-results"
        title={<FormattedMessage id="Attacks.Missing" />}
        description={<FormattedMessage id="Attacks.Missing.Text" />}
      />
    )
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
          { id: 'attacks', label: listed, href: href('/fraud/attacks') },
          { id: 'attack', label: attack ? format.dateTime(attack.startedAt, 'UTC') : title },
        ]}
        meta={attack ? <AttackStatus attack={attack} /> : undefined}
        actions={attack ? <AttackActions attack={attack} /> : undefined}
      />
      <div className="flex flex-col gap-4 px-page pbe-6">
        {query.isError && attack ? <StaleNotice /> : null}
        {query.isError && !attack ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingRegion loading={query.isPending} name={title} skeleton={<SkeletonText lines={8} />}>
            {attack ? <AttackBody attack={attack} /> : null}
          </LoadingRegion>
        )}
      </div>
    </div>
  )
}

const figures = ['Attempts', 'Failed', 'Accounts', 'Fallen'] as const

function AttackBody({ attack }: { attack: AttackDetail }) {
  const can = useCan()
  const format = useFormat()
  const heading = useId()
  const values = { Attempts: attack.attempts, Failed: attack.failed, Accounts: attack.accounts, Fallen: attack.fallen }
  return (
    <div className="flex flex-col gap-4">
      <ContainmentNotice attack={attack} writes={can('rules', 'write')} />
      <section aria-labelledby={heading}>
        <h2 id={heading} className="sr-only">
          <FormattedMessage id="Attacks.Size" />
        </h2>
        <StatTileRow>
          {figures.map(figure => (
            <StatTile
              key={figure}
              label={<FormattedMessage id={`Attacks.Figure.${figure}`} />}
              value={format.number(values[figure])}
            />
          ))}
        </StatTileRow>
      </section>
      <div className="grid gap-4 lg:grid-cols-2">
        <FingerprintCard attack={attack} />
        <AttackChecklist attackId={attack.id} checklist={attack.checklist} writes={can('rules', 'write')} />
      </div>
      <AttackTimeline attack={attack} />
      <FallenAccounts attack={attack} />
      <AttackKeys keys={attack.keys} />
    </div>
  )
}
