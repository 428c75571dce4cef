import { Badge, Button, DropdownMenuItem, EmptyState, Icon } from '@assay/design-system'
import { type FunctionSummary, functionLimits } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { type CatalogueEntry, CatalogueGroup } from '../../../platform/authoring/catalogue/catalogue.tsx'
import { ListPage } from '../../../platform/authoring/catalogue/list-page.tsx'
import { ResourceMenu } from '../../../platform/authoring/catalogue/resource-menu.tsx'
import { useListSearch } from '../../../platform/authoring/catalogue/use-list-search.ts'
import { validateIdentifier } from '../../../platform/authoring/naming/name-validation.ts'
import { RenameDialog } from '../../../platform/authoring/naming/rename-dialog.tsx'
import { renameRecoveryId, useRenaming } from '../../../platform/authoring/naming/use-renaming.ts'
import { PublishStatusBadge } from '../../../platform/authoring/publish/publish-status-badge.tsx'
import { DeleteDialog } from '../../../platform/authoring/usage/delete-dialog.tsx'
import { Dependents } from '../../../platform/authoring/usage/dependents.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { functionCallText } from '../function-draft.ts'
import { useFunctionHref } from '../links.ts'
import { FunctionDetails } from './function-details.tsx'
import { useNewFunction } from './use-new-function.ts'

/** Functions of the environment, those it inherits, and the user's own drafts. */
export function FunctionListPage() {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const offline = useOffline()
  const functionHref = useFunctionHref()
  const environmentId = useEnvironment().id
  const write = useCan()('functions', 'write')
  const search = useListSearch()
  const [deleting, setDeleting] = useState<FunctionSummary | null>(null)
  const query = useQuery(api.functions.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const [renaming, setRenaming] = useRenaming(environmentId, query.data)
  const create = useNewFunction(query.data)
  const all = query.data ?? []
  const shown = all.filter(each => search.matches(each.name, each.description, ...each.properties))
  const used = all.filter(each => !each.inherited && each.status === 'published').length
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.functions.list.key() })

  const entryOf = (each: FunctionSummary): CatalogueEntry => ({
    id: each.id,
    name: each.name,
    href: each.inherited ? undefined : functionHref(each.id),
    count: each.properties.length,
    updatedBy: each.updatedBy,
    updatedAt: each.updatedAt,
    gist: (
      <bdi dir="ltr" className="truncate font-mono">
        {functionCallText(each.call, each.parameters)}
      </bdi>
    ),
    badges:
      each.status === 'draft' ? (
        <PublishStatusBadge status="draft" />
      ) : (
        <>
          <Badge tone="success">
            <FormattedMessage id="Authoring.Editor.Published" />
          </Badge>
          {each.hasDraft ? (
            <Badge tone="info">
              <FormattedMessage id="Authoring.Status.WithDraft" />
            </Badge>
          ) : null}
        </>
      ),
    actions:
      write && !each.inherited ? (
        <ResourceMenu
          name={each.name}
          onEdit={() => void navigate(functionHref(each.id))}
          onDelete={() => setDeleting(each)}
        >
          <DropdownMenuItem disabled={offline} onSelect={() => setRenaming(each)}>
            <FormattedMessage id="Authoring.Rename.Confirm" />
          </DropdownMenuItem>
        </ResourceMenu>
      ) : undefined,
    details: <FunctionDetails summary={each} />,
  })
  const heads = {
    nameHead: <FormattedMessage id="Functions.Column.Function" />,
    countHead: <FormattedMessage id="Functions.Column.Properties" />,
  }
  const own = (status: FunctionSummary['status']) =>
    shown.filter(each => !each.inherited && each.status === status).map(entryOf)
  return (
    <ListPage
      id="functions"
      title={intl.formatMessage({ id: 'Functions.Title' })}
      query={query}
      search={search}
      searchLabel={intl.formatMessage({ id: 'Functions.Search' })}
      meta={
        query.data ? (
          <FormattedMessage id="Functions.Used" values={{ used, most: functionLimits.published }} />
        ) : undefined
      }
      actions={
        write && query.data?.length !== 0 ? (
          <Button variant="primary" onClick={create.start} loading={create.running} disabled={!query.data || offline}>
            <Icon icon={Plus} />
            <FormattedMessage id="Functions.New" />
          </Button>
        ) : undefined
      }
      bar={
        write ? null : (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Functions.ReadOnly" />
          </span>
        )
      }
      loading={
        <CatalogueGroup
          id="functions-loading"
          title={<FormattedMessage id="Functions.Published" />}
          entries={undefined}
          {...heads}
        />
      }
      empty={
        <EmptyState
          kind="first-use"
          title={<FormattedMessage id="Functions.Empty.Title" />}
          description={<FormattedMessage id={write ? 'Functions.Empty.How' : 'Functions.Empty.Nobody'} />}
          actions={
            write ? (
              <Button onClick={create.start} loading={create.running} disabled={offline}>
                <FormattedMessage id="Functions.New" />
              </Button>
            ) : undefined
          }
        />
      }
      found={shown.length}
      noneFound={<FormattedMessage id="Functions.NoneFound" />}
      dialogs={
        <>
          <DeleteDialog
            name={deleting?.name ?? null}
            confirm={<FormattedMessage id="Functions.Delete" />}
            onClose={() => setDeleting(null)}
            onDeleted={refresh}
            remove={() => client.functions.remove({ environmentId, functionId: deleting?.id ?? '' })}
          />
          {renaming ? (
            <RenameDialog
              key={renaming.id}
              recoveryId={renameRecoveryId(environmentId, renaming.id)}
              name={renaming.name}
              validate={validateIdentifier}
              onClose={() => setRenaming(null)}
              onRenamed={refresh}
              rename={name => client.functions.rename({ environmentId, functionId: renaming.id, name })}
              done={name => intl.formatMessage({ id: 'Authoring.Rename.Done' }, { name })}
              messageOf={error => {
                const users = conflictErrorOf(error)?.dependents
                return users ? (
                  <>
                    <p>
                      <FormattedMessage id="Functions.RenameUsed" />
                    </p>
                    <Dependents users={users} />
                  </>
                ) : null
              }}
            />
          ) : null}
        </>
      }
    >
      <CatalogueGroup
        id="functions-published"
        title={<FormattedMessage id="Functions.Published" />}
        entries={own('published')}
        {...heads}
      />
      <CatalogueGroup
        id="functions-drafts"
        title={<FormattedMessage id="Authoring.List.Drafts" />}
        note={<FormattedMessage id="Authoring.List.DraftsNote" />}
        entries={own('draft')}
        {...heads}
      />
      <CatalogueGroup
        id="functions-inherited"
        title={<FormattedMessage id="Functions.Inherited" />}
        note={<FormattedMessage id="Functions.InheritedNote" />}
        entries={shown.filter(each => each.inherited).map(entryOf)}
        {...heads}
      />
    </ListPage>
  )
}
