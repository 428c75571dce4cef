import { Badge, Button, EmptyState, Icon, useToast } from '@assay/design-system'
import type { VelocitySetSummary } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { validationErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { type CatalogueEntry, CatalogueGroup } from '../../../platform/authoring/catalogue/catalogue.tsx'
import { ListPage } from '../../../platform/authoring/catalogue/list-page.tsx'
import { useListSearch } from '../../../platform/authoring/catalogue/use-list-search.ts'
import { conditionSummaryOf } from '../../../platform/authoring/fql/clause-summary.ts'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { RenameDialog } from '../../../platform/authoring/naming/rename-dialog.tsx'
import { renameRecoveryId, useRenaming } from '../../../platform/authoring/naming/use-renaming.ts'
import { PublishStatusBadge } from '../../../platform/authoring/publish/publish-status-badge.tsx'
import { DeleteDialog } from '../../../platform/authoring/usage/delete-dialog.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { backfillPollInterval, isCounting } from '../backfill-progress.tsx'
import { useVelocitySetHref } from '../links.ts'
import { useNewVelocitySet } from './use-new-velocity-set.ts'
import { VelocityHealthLine } from './velocity-health-line.tsx'
import { VelocitySetDetails } from './velocity-set-details.tsx'
import { VelocitySetMenu } from './velocity-set-menu.tsx'

/** Velocity sets of the environment, those of the product, and the user's own drafts. */
export function VelocitySetListPage() {
  const intl = useIntl()
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const offline = useOffline()
  const setHref = useVelocitySetHref()
  const environmentId = useEnvironment().id
  const write = useCan()('velocities', 'write')
  const search = useListSearch()
  const [deleting, setDeleting] = useState<VelocitySetSummary | null>(null)
  const query = useQuery(
    api.velocities.list.queryOptions({
      input: { environmentId },
      staleTime: 5_000,
      refetchInterval: ({ state }) => (state.data?.some(isCounting) ? backfillPollInterval : false),
    }),
  )
  const [renaming, setRenaming] = useRenaming(environmentId, query.data)
  const create = useNewVelocitySet(query.data)
  const shown = (query.data ?? []).filter(set =>
    search.matches(set.name, set.description, ...set.velocities.map(({ name }) => name)),
  )
  const noneOwn = query.data?.every(each => each.system) ?? false

  const refresh = () => queryClient.invalidateQueries({ queryKey: api.velocities.list.key() })
  const statusChange = useApiMutation({
    mutationFn: ({ id, status }: { id: string; name: string; status: 'active' | 'inactive' }) =>
      client.velocities.setStatus({ environmentId, setId: id, status }),
    invalidates: [api.velocities.list.key()],
    onSuccess: (_answer, { name, status }) =>
      toast({
        title: intl.formatMessage(
          { id: status === 'active' ? 'Authoring.List.Activated' : 'Authoring.List.Deactivated' },
          { name },
        ),
        tone: 'success',
      }),
    onError: error => {
      const invalid = validationErrorOf(error) !== null
      if (invalid) toast({ title: intl.formatMessage({ id: 'Velocities.HasErrors' }), tone: 'danger' })
      return invalid
    },
  })
  const toggle = ({ id, name, status }: VelocitySetSummary) =>
    statusChange.mutate({ id, name, status: status === 'active' ? 'inactive' : 'active' })
  const entryOf = (set: VelocitySetSummary): CatalogueEntry => {
    const condition = conditionSummaryOf(set.condition)
    return {
      id: set.id,
      name: set.name,
      href: setHref(set.id),
      count: set.velocities.length,
      updatedBy: set.updatedBy,
      updatedAt: set.system ? null : set.updatedAt,
      gist:
        condition === null ? (
          <span className="truncate">
            <FormattedMessage id="Velocities.Every" />
          </span>
        ) : (
          <bdi dir="ltr" className="truncate font-mono">
            {condition}
          </bdi>
        ),
      badges: (
        <>
          <PublishStatusBadge status={set.status} />
          {set.system ? (
            <Badge>
              <FormattedMessage id="Velocities.System" />
            </Badge>
          ) : null}
          {set.hasDraft && set.status !== 'draft' ? (
            <Badge tone="info">
              <FormattedMessage id="Authoring.Status.WithDraft" />
            </Badge>
          ) : null}
          {set.broken ? (
            <Badge tone="danger">
              <Icon icon={TriangleAlert} size={12} />
              <FormattedMessage id="Velocities.Broken" />
            </Badge>
          ) : null}
        </>
      ),
      actions: write ? (
        <VelocitySetMenu
          set={set}
          onRename={() => setRenaming(set)}
          onToggle={() => toggle(set)}
          onClone={() => create.clone(set.id)}
          onDelete={() => setDeleting(set)}
        />
      ) : undefined,
      details: <VelocitySetDetails set={set} write={write} onChanged={refresh} />,
    }
  }
  const heads = {
    nameHead: <FormattedMessage id="Velocities.Column.Set" />,
    countHead: <FormattedMessage id="Velocities.Column.Velocities" />,
  }
  const start = (
    <Button onClick={create.start} loading={create.running} disabled={offline}>
      <FormattedMessage id="Velocities.New" />
    </Button>
  )
  return (
    <ListPage
      id="velocities"
      title={intl.formatMessage({ id: 'Velocities.Title' })}
      query={query}
      search={search}
      searchLabel={intl.formatMessage({ id: 'Velocities.Search' })}
      meta={<FormattedMessage id={write ? 'Velocities.Meta' : 'Velocities.ReadOnly'} />}
      actions={
        write && !noneOwn ? (
          <Button variant="primary" onClick={create.start} loading={create.running} disabled={!query.data || offline}>
            <Icon icon={Plus} />
            <FormattedMessage id="Velocities.New" />
          </Button>
        ) : undefined
      }
      loading={
        <CatalogueGroup
          id="sets-loading"
          title={<FormattedMessage id="Velocities.Published" />}
          entries={undefined}
          {...heads}
        />
      }
      found={shown.length}
      noneFound={<FormattedMessage id="Velocities.NoneFound" />}
      above={<VelocityHealthLine />}
      dialogs={
        <>
          <DeleteDialog
            name={deleting?.name ?? null}
            confirm={<FormattedMessage id="Velocities.Delete" />}
            onClose={() => setDeleting(null)}
            onDeleted={refresh}
            remove={() => client.velocities.remove({ environmentId, setId: deleting?.id ?? '' })}
          />
          {renaming ? (
            <RenameDialog
              key={renaming.id}
              recoveryId={renameRecoveryId(environmentId, renaming.id)}
              name={renaming.name}
              validate={validateName}
              onClose={() => setRenaming(null)}
              onRenamed={refresh}
              rename={name => client.velocities.rename({ environmentId, setId: renaming.id, name })}
              done={name => intl.formatMessage({ id: 'Authoring.Rename.Done' }, { name })}
            />
          ) : null}
        </>
      }
    >
      {noneOwn && !search.looking ? (
        <EmptyState
          kind="first-use"
          title={<FormattedMessage id="Velocities.Empty.Title" />}
          description={<FormattedMessage id={write ? 'Velocities.Empty.How' : 'Velocities.Empty.Nobody'} />}
          actions={write ? start : undefined}
        />
      ) : (
        <CatalogueGroup
          id="sets-published"
          title={<FormattedMessage id="Velocities.Published" />}
          entries={shown.filter(({ status, system }) => status !== 'draft' && !system).map(entryOf)}
          {...heads}
        />
      )}
      <CatalogueGroup
        id="sets-drafts"
        title={<FormattedMessage id="Authoring.List.Drafts" />}
        note={<FormattedMessage id="Authoring.List.DraftsNote" />}
        entries={shown.filter(({ status }) => status === 'draft').map(entryOf)}
        {...heads}
      />
      <CatalogueGroup
        id="sets-system"
        title={<FormattedMessage id="Velocities.Default" />}
        note={<FormattedMessage id="Velocities.DefaultNote" />}
        entries={shown.filter(({ system }) => system).map(entryOf)}
        {...heads}
      />
    </ListPage>
  )
}
