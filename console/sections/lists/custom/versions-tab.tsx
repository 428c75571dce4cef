import { Badge, ConfirmDanger, IconButton, useFormat, useToast } from '@assay/design-system'
import { type CustomList, type ListVersion, listLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { listErrorOf } from '../list-errors.ts'
import { PanelSkeleton } from '../panel-skeleton.tsx'
import { useDownload } from '../use-download.ts'

export function VersionsTab({ list, write, onChanged }: { list: CustomList; write: boolean; onChanged: () => void }) {
  const intl = useIntl()
  const format = useFormat()
  const { toast } = useToast()
  const environment = useEnvironment()
  const offline = useOffline()
  const download = useDownload()
  const [restoring, setRestoring] = useState<ListVersion | null>(null)
  const [shown, setShown] = useState<ListVersion | null>(null)
  if (restoring !== null && restoring !== shown) setShown(restoring)
  const query = useQuery(
    api.customLists.versions.queryOptions({
      input: { environmentId: environment.id, listId: list.id },
      staleTime: 5_000,
    }),
  )
  const restoration = useApiMutation({
    mutationFn: ({ version }: ListVersion) =>
      client.customLists.restore({
        environmentId: environment.id,
        listId: list.id,
        version,
        baseVersion: list.version,
      }),
    onSuccess: (_answer, { version }) =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Lists.Restore.Done' }, { version }),
        description: intl.formatMessage({ id: 'Lists.Activation' }),
      }),
    onError: error => {
      const refusal = listErrorOf(error)
      if (refusal?.kind === 'changed')
        toast({
          tone: 'warning',
          title: intl.formatMessage(
            { id: 'Lists.Changed.Title' },
            { user: refusal.by, time: refusal.at ? format.dateTime(refusal.at) : '' },
          ),
        })
      else if (refusal?.kind === 'file')
        toast({ tone: 'danger', title: intl.formatMessage({ id: 'Lists.Restore.Error' }) })
      else return false
      return true
    },
    onSettled: () => {
      setRestoring(null)
      onChanged()
    },
  })
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <PanelSkeleton />
  return (
    <>
      <ol className="flex flex-col">
        {query.data.map(version => (
          <li
            key={version.version}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-be border-line-subtle py-2 last:border-be-0"
          >
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <FormattedMessage id="Common.Version" values={{ version: version.version }} />
                {version.version === list.version ? (
                  <Badge tone="success">
                    <FormattedMessage id="Lists.Version.InForce" />
                  </Badge>
                ) : null}
                {version.restoredFrom === null ? null : (
                  <span className="text-xs font-normal text-fg-muted">
                    <FormattedMessage id="Lists.Version.RestoredFrom" values={{ version: version.restoredFrom }} />
                  </span>
                )}
              </p>
              <p className="flex flex-wrap gap-x-3 text-xs text-fg-secondary">
                <bdi>{version.updatedBy}</bdi>
                <span>{format.dateTime(version.updatedAt)}</span>
                <span>
                  <FormattedMessage id="Lists.Version.Rows" values={{ count: version.rows }} />
                </span>
                <bdi className="wrap-anywhere">{version.fileName}</bdi>
              </p>
            </div>
            {version.stored ? (
              <span className="flex gap-1">
                <IconButton
                  size="sm"
                  icon={Download}
                  label={intl.formatMessage({ id: 'Lists.Version.Download' }, { version: version.version })}
                  onClick={() =>
                    void download(() =>
                      client.customLists.download({
                        environmentId: environment.id,
                        listIds: [list.id],
                        version: version.version,
                      }),
                    )
                  }
                />
                {write && version.version !== list.version ? (
                  <IconButton
                    size="sm"
                    icon={RotateCcw}
                    disabled={offline}
                    label={intl.formatMessage({ id: 'Lists.Version.Restore' }, { version: version.version })}
                    onClick={() => setRestoring(version)}
                  />
                ) : null}
              </span>
            ) : (
              <span className="text-xs text-fg-muted">
                <FormattedMessage id="Lists.Version.Gone" />
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="pbs-3 text-xs text-fg-muted">
        <FormattedMessage id="Lists.Version.Note" values={{ count: listLimits.versions }} />
      </p>
      <ConfirmDanger
        open={restoring !== null}
        onOpenChange={open => {
          if (!open) setRestoring(null)
        }}
        loading={restoration.isPending}
        title={
          <FormattedMessage
            id="Lists.Restore.Title"
            values={{ version: shown?.version ?? 0, name: <bdi key="name">{list.name}</bdi> }}
          />
        }
        description={<FormattedMessage id="Lists.Restore.Text" values={{ count: shown?.rows ?? 0 }} />}
        confirmLabel={<FormattedMessage id="Lists.Restore.Confirm" />}
        onConfirm={() => {
          if (restoring) restoration.mutate(restoring)
        }}
      />
    </>
  )
}
