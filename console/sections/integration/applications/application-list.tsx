import {
  Card,
  CardHeader,
  Checkbox,
  CopyableId,
  cn,
  createColumns,
  EmptyState,
  SimpleTable,
  useFormat,
  useNow,
} from '@assay/design-system'
import type { Application, Applications } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EntryButtons } from '../../../platform/alerts/entry-buttons.tsx'
import { RemoveDialog } from '../../../platform/alerts/remove-dialog.tsx'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { ApplicationDialog } from './application-dialog.tsx'
import { allRoleNamesOf, rolesOf } from './application-roles.ts'
import { firstExpiryOf } from './credentials/credential-times.ts'
import { useEndingText, useRemovalUse } from './credentials/use-application-use.ts'
import { SelectionBar } from './several/selection-bar.tsx'
import { useSelected } from './several/use-selected.ts'

const columns = createColumns<Application>()
const unseenColumns = createColumns<Applications['unseen'][number]>()
const searchSchema = { application: optionalParameter }

interface ApplicationListProps {
  /** Whether the user may change those that were created here. */
  writes: boolean
}

/** The applications that may call the environment: those created in it, which are changed here, and those from above. */
export function ApplicationList({ writes }: ApplicationListProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const { environments } = useEnvironments()
  const [{ application: openedId }, setSearch] = useSearchState(searchSchema)
  const [removed, setRemoved] = useState<Application | null>(null)
  const title = intl.formatMessage({ id: 'Applications.Title' })
  const query = useQuery(api.applications.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const answer = query.data as Applications | undefined
  const applications = answer?.applications
  const unseen = answer?.unseen ?? []
  const opened = applications?.find(each => each.clientId === openedId && each.environmentId === environmentId)
  const isRemovable = (each: Application): boolean =>
    rolesOf(each).every(role => answer?.mayAssign.includes(role) ?? false)
  const selection = useSelected(
    writes ? (applications ?? []).filter(each => each.environmentId === environmentId && isRemovable(each)) : [],
  )
  // One is deleted by its own button.
  const isSeveral = selection.selectable.length > 1
  const names = new Map(environments.map(({ id, friendlyName }) => [id, friendlyName]))
  const isAbove = applications?.some(each => each.environmentId !== environmentId) ?? false
  const now = useNow()
  const { consequences, rate, ...removalUse } = useRemovalUse(removed?.clientId ?? null)
  const endingText = useEndingText()
  const never = intl.formatMessage({ id: 'Applications.Never' })
  const selectColumn = columns.custom('selected', {
    labelId: 'Assessments.Selected',
    value: () => '',
    cell: (each: Application) =>
      selection.selectable.includes(each) ? (
        <Checkbox
          aria-label={intl.formatMessage({ id: 'DesignSystem.DataTable.SelectRow' }, { name: each.name })}
          checked={selection.selected.includes(each)}
          onCheckedChange={checked => selection.select([each.clientId], checked === true)}
        />
      ) : null,
  })
  return (
    <>
      {query.isError && applications ? <StaleNotice /> : null}
      <Card className={cn('min-w-0 overflow-clip', applications?.length === 0 && unseen.length > 0 && 'hidden')}>
        {query.isError && applications === undefined ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : applications?.length === 0 ? (
          <EmptyState
            kind="first-use"
            title={<FormattedMessage id="Applications.None" />}
            description={<FormattedMessage id="Applications.None.Text" />}
          />
        ) : (
          <>
            {isSeveral ? <SelectionBar {...selection} /> : null}
            <SimpleTable
              label={title}
              narrow="cards"
              gutter="card"
              // Beside the navigation, its buttons would not fit into a small window.
              className="max-xl:[--ds-cell-padding:0.5rem]"
              loading={applications === undefined}
              skeletonRows={3}
              columns={[
                ...(isSeveral ? [selectColumn] : []),
                columns.text('name', { labelId: 'Common.Name', rowHeader: true, value: ({ name }) => name }),
                columns.custom('id', {
                  labelId: 'Applications.Id',
                  value: ({ clientId }) => clientId,
                  cell: ({ clientId }) => (
                    <CopyableId value={clientId} label={intl.formatMessage({ id: 'Applications.Id' })} truncated />
                  ),
                }),
                columns.text('credentials', {
                  labelId: 'Applications.Authentication',
                  value: ({ credentials }) =>
                    intl.formatList(
                      [...new Set(credentials.map(({ kind }) => kind))].map(kind =>
                        intl.formatMessage({ id: `Applications.Kind.${kind}` }),
                      ),
                    ),
                }),
                columns.text('roles', {
                  labelId: 'Applications.Roles',
                  value: each => allRoleNamesOf(each).join(', '),
                }),
                ...(isAbove
                  ? [
                      columns.text('environment', {
                        labelId: 'Queues.Environment',
                        value: (each: Application) => names.get(each.environmentId) ?? each.environmentId,
                      }),
                    ]
                  : []),
                columns.text('created', {
                  labelId: 'Environments.Column.Created',
                  value: ({ createdAt }) => format.date(createdAt, 'UTC'),
                }),
                columns.text('used', {
                  labelId: 'Applications.LastUsed',
                  value: each => {
                    const at = each.lastUsedAt
                    return at === null ? never : format.dateTime(at, 'UTC')
                  },
                }),
                columns.text('expires', {
                  labelId: 'Applications.Expires',
                  value: each => {
                    const at = firstExpiryOf(each, now)
                    return at === null ? '' : format.date(at, 'UTC')
                  },
                }),
                ...(writes
                  ? [
                      columns.custom('actions', {
                        labelId: 'Common.Actions',
                        value: () => '',
                        cell: (each: Application) =>
                          each.environmentId === environmentId ? (
                            <EntryButtons
                              name={each.name}
                              disabled={offline}
                              onEdit={() => setSearch({ application: each.clientId })}
                              onRemove={isRemovable(each) ? () => setRemoved(each) : null}
                            />
                          ) : (
                            <FormattedMessage id="Applications.Inherited" />
                          ),
                      }),
                    ]
                  : []),
              ]}
              rows={applications ?? []}
              getRowId={({ clientId }) => clientId}
            />
          </>
        )}
      </Card>
      {unseen.length === 0 ? null : (
        <Card className="min-w-0 overflow-clip">
          <CardHeader title={<FormattedMessage id="Applications.Unseen" />} />
          <SimpleTable
            label={intl.formatMessage({ id: 'Applications.Unseen' })}
            narrow="cards"
            gutter="card"
            columns={[
              unseenColumns.text('name', { labelId: 'Common.Name', value: ({ name }) => name }),
              unseenColumns.text('roles', { labelId: 'Applications.Roles', value: ({ roles }) => roles.join(', ') }),
            ]}
            rows={unseen}
            getRowId={({ name, roles }) => [name, ...roles].join()}
          />
        </Card>
      )}
      {opened === undefined || !writes ? null : (
        <ApplicationDialog
          key={opened.clientId}
          application={opened}
          mayCreate={answer?.mayCreate ?? false}
          mayAssign={answer?.mayAssign ?? []}
          onClose={() => setSearch({ application: null })}
        />
      )}
      <RemoveDialog
        removed={removed}
        nameOf={({ name }) => name}
        titleOf={() => 'Applications.Remove'}
        remove={({ clientId }) => client.applications.remove({ environmentId, clientId })}
        invalidates={[api.applications.key(), api.dashboard.integration.key()]}
        consequences={[...consequences, endingText(rate)]}
        {...removalUse}
        onClose={() => setRemoved(null)}
      />
    </>
  )
}
