import { Button, Card, CardHeader, createColumns, createFormat, SimpleTable } from '@assay/design-system'
import type { ReviewerSkills, TeamMember } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { NumberCell } from '../cases/case-cells.tsx'
import { useCaseChanges } from '../use-case-changes.ts'
import { CapacityDialog } from './capacity-dialog.tsx'
import { hoursText } from './hours-text.ts'
import { PresenceBadge } from './presence-badge.tsx'

const c = createColumns<TeamMember>()

/** For managers: who of the team is there, how many cases everybody has and may have, and what each is good at. */
export function MembersCard() {
  const intl = useIntl()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.team.members.queryOptions({ input: { environmentId } }))
  const client = useQueryClient()
  useCaseChanges(() => void client.invalidateQueries({ queryKey: api.team.members.key() }))
  const [edited, setEdited] = useState<TeamMember | null>(null)
  const columns = useMemo(() => {
    const plain = { sortable: false, filter: false } as const
    return [
      c.text('name', { ...plain, labelId: 'Common.Name', rowHeader: true, value: row => row.name }),
      c.custom('presence', {
        ...plain,
        labelId: 'Cases.Team.Availability',
        value: row => row.present,
        cell: row => (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <PresenceBadge member={row} />
            {row.hours === null ? null : <span className="text-xs text-fg-muted">{hoursText(row.hours, intl)}</span>}
          </span>
        ),
      }),
      c.custom('load', {
        ...plain,
        labelId: 'Cases.Team.Load',
        align: 'number',
        value: row => row.load,
        cell: row => (
          <NumberCell>
            <FormattedMessage id="Cases.Team.Load.Value" values={{ load: row.load, limit: row.openCases }} />
          </NumberCell>
        ),
      }),
      c.text('skills', { ...plain, labelId: 'Cases.Team.Skills', value: row => skillsText(row.skills, intl) }),
      c.custom('commands', {
        ...plain,
        labelId: 'Common.Actions',
        align: 'end',
        value: () => null,
        cell: row => (
          <span className="flex w-full justify-end">
            <Button
              size="sm"
              disabled={offline}
              aria-label={intl.formatMessage({ id: 'Cases.Team.Edit' }, { name: row.name })}
              onClick={() => setEdited(row)}
            >
              <FormattedMessage id="Common.Edit" />
            </Button>
          </span>
        ),
      }),
    ]
  }, [intl, offline])
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Cases.Team.Members" />} />
      {query.isError && !query.data ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SimpleTable
          label={intl.formatMessage({ id: 'Cases.Team.Members' })}
          columns={columns}
          rows={query.data ?? []}
          getRowId={({ id }) => id}
          narrow="cards"
          loading={query.isPending}
          empty={<FormattedMessage id="Cases.Team.None" />}
        />
      )}
      {edited ? <CapacityDialog environmentId={environmentId} member={edited} onClose={() => setEdited(null)} /> : null}
    </Card>
  )
}

/** Skills in one line: countries, languages, amounts in US dollars, categories and tags. */
function skillsText(skills: ReviewerSkills, intl: IntlShape): string {
  const format = createFormat(intl.locale, 'UTC')
  const money = (cents: number) => format.money(cents / 100, 'USD')
  const { minAmountUsd: min, maxAmountUsd: max } = skills
  const amount =
    min !== null && max !== null
      ? [`${money(min)}–${money(max)}`]
      : min !== null
        ? [`≥ ${money(min)}`]
        : max !== null
          ? [`≤ ${money(max)}`]
          : []
  return [...skills.countries, ...skills.languages, ...amount, ...skills.categories, ...skills.tags].join(' · ')
}
