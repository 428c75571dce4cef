import { Button, Card, CardBody, CardHeader, ConfirmDanger, IconButton } from '@assay/design-system'
import type { ReviewerGroup } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { GroupDialog } from './group-dialog.tsx'

/** For managers: groups of reviewers, which queues can be assigned to. A group that a queue names cannot be deleted. */
export function GroupsCard() {
  const intl = useIntl()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.team.groups.queryOptions({ input: { environmentId } }))
  /** The group that is edited; null: a new one. */
  const [edited, setEdited] = useState<ReviewerGroup | null | undefined>()
  const [removed, setRemoved] = useState<ReviewerGroup | null>(null)
  const removal = useApiMutation({
    mutationFn: ({ id: groupId, version: baseVersion }: ReviewerGroup) =>
      client.team.removeGroup({ environmentId, groupId, baseVersion }),
    invalidates: [api.team.key()],
  })
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Cases.Groups" />}
        actions={
          <Button size="sm" disabled={offline} onClick={() => setEdited(null)}>
            <FormattedMessage id="Cases.Groups.New" />
          </Button>
        }
      />
      <CardBody>
        {query.isError && !query.data ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data?.length === 0 ? (
          <p className="text-fg-secondary">
            <FormattedMessage id="Cases.Groups.None" />
          </p>
        ) : (
          <ul className="flex flex-col gap-2">
            {(query.data ?? []).map(group => (
              <li key={group.id} className="flex items-center gap-3">
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                  <bdi className="font-medium wrap-anywhere">{group.name}</bdi>
                  <span className="text-xs text-fg-muted">
                    <FormattedMessage id="Cases.Groups.Members" values={{ count: group.members.length }} />
                  </span>
                  {group.queues.length > 0 ? (
                    <span className="min-w-0 text-xs wrap-anywhere text-fg-muted">
                      <bdi>{intl.formatList(group.queues.map(({ name }) => name))}</bdi>
                    </span>
                  ) : null}
                </span>
                <span className="flex shrink-0 items-center gap-1">
                  <Button
                    size="sm"
                    disabled={offline}
                    aria-label={intl.formatMessage({ id: 'Cases.Team.Edit' }, { name: group.name })}
                    onClick={() => setEdited(group)}
                  >
                    <FormattedMessage id="Common.Edit" />
                  </Button>
                  <IconButton
                    size="sm"
                    icon={Trash2}
                    disabled={offline || group.queues.length > 0}
                    label={intl.formatMessage({ id: 'Cases.Groups.Delete' }, { name: group.name })}
                    onClick={() => setRemoved(group)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
      {edited === undefined ? null : (
        <GroupDialog environmentId={environmentId} group={edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDanger
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={<FormattedMessage id="Cases.Groups.Delete" values={{ name: <bdi key="name">{removed?.name}</bdi> }} />}
        description={<FormattedMessage id="Cases.Groups.Delete.Text" />}
        confirmLabel={<FormattedMessage id="Common.Delete" />}
        onConfirm={() => {
          if (removed) removal.mutate(removed)
          setRemoved(null)
        }}
      />
    </Card>
  )
}
