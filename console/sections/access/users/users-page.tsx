import { Button, belowMd, DataTable, EmptyState, ListPage, useMediaQuery } from '@assay/design-system'
import { type AccessEntry, accessLimits } from '@assay/risk-service/contract'
import { useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AccessHeader } from '../../../platform/access/access-header.tsx'
import { environmentParameter, useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import {
  choiceParameter,
  flagParameter,
  optionalParameter,
  textParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import { isEditable, rowIdOf } from '../model/access-rows.ts'
import { AssignPanel } from '../panel/assign-panel.tsx'
import { EditPanel } from '../panel/edit-panel.tsx'
import { PersonPanel } from '../panel/person-panel.tsx'
import { PreviewAsPanel } from '../panel/preview-as-panel.tsx'
import { AccessBar } from './access-bar.tsx'
import { accessColumns } from './columns.tsx'
import { InvitationNotice } from './invitation-notice.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { useAccess } from './use-access.ts'

const searchSchema = {
  q: textParameter,
  unused: flagParameter('1'),
  row: optionalParameter,
  do: choiceParameter(['assign', 'edit', 'preview']),
}

/** Users and groups with roles that reach the environment; assigning, editing and revoking them, and why they may do what. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const { kind } = useEnvironment()
  const mayWrite = useCan()('settings.access.users', 'write')
  const small = useMediaQuery(belowMd)
  const [address, setAddress] = useSearchState(searchSchema)
  const search = useRef<HTMLInputElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [revoked, setRevoked] = useState<AccessEntry[]>([])
  const [invited, setInvited] = useState<readonly string[]>([])
  const { query, entries, shown, status, assignable, invitationUrl } = useAccess({
    text: address.q,
    unused: address.unused,
  })
  const writes = mayWrite && assignable.length > 0
  const narrow = address.row !== null || address.do !== null
  const columns = useMemo(
    () =>
      accessColumns({
        intl,
        kind,
        narrow,
        hrefOf: id => href('/settings/access', new URLSearchParams({ [environmentParameter]: id })),
      }),
    [intl, kind, narrow, href],
  )
  const current = entries.find(entry => rowIdOf(entry) === address.row) ?? null
  const editable = (entry: AccessEntry) => writes && isEditable(entry, assignable)
  const chosen = shown.filter(entry => selected.has(rowIdOf(entry)))
  const here = entries.filter(({ source }) => source === 'environment').length
  const close = () => setAddress({ row: null, do: null })
  const edit = (entry: AccessEntry) => setAddress({ row: rowIdOf(entry), do: 'edit' })
  const panel =
    writes && address.do === 'assign' ? (
      <AssignPanel
        assignable={assignable}
        onClose={close}
        onAssigned={addresses => {
          setInvited(addresses)
          close()
        }}
      />
    ) : mayWrite && address.do === 'preview' ? (
      <PreviewAsPanel onClose={close} />
    ) : current === null ? null : address.do === 'edit' && editable(current) && current.source === 'environment' ? (
      <EditPanel key={address.row} entry={current} assignable={assignable} onSaved={close} onClose={close} />
    ) : (
      <PersonPanel
        key={address.row}
        entry={current}
        onEdit={editable(current) && current.source === 'environment' ? () => edit(current) : null}
        onRevoke={editable(current) ? () => setRevoked([current]) : null}
        previews={mayWrite}
        invitationUrl={invitationUrl}
        onClose={close}
      />
    )
  return (
    <>
      <ListPage
        name={intl.formatMessage({ id: 'Access.Title' })}
        header={
          <AccessHeader
            tab="users"
            meta={
              query.data === undefined ? undefined : (
                <FormattedMessage
                  id={writes ? 'Access.Summary' : 'Access.Summary.ReadOnly'}
                  values={{ here, inherited: entries.length - here }}
                />
              )
            }
          />
        }
        bars={
          <AccessBar
            box={search}
            text={address.q}
            onText={q => setAddress({ q })}
            entries={entries}
            shown={shown}
            unused={address.unused}
            onUnused={unused => setAddress({ unused })}
            writes={writes}
            open={address.do}
            onPreview={
              mayWrite ? () => setAddress({ do: address.do === 'preview' ? null : 'preview', row: null }) : null
            }
            chosen={chosen}
            isEditable={editable}
            onAssign={() => setAddress({ do: address.do === 'assign' ? null : 'assign', row: null })}
            onEdit={edit}
            onRevoke={setRevoked}
          />
        }
        notice={
          query.isError && query.data !== undefined ? (
            <StaleNotice />
          ) : invited.length > 0 ? (
            <InvitationNotice addresses={invited} url={invitationUrl} onClose={() => setInvited([])} />
          ) : undefined
        }
        panel={panel}
      >
        <DataTable
          className="min-w-0 flex-1"
          label={intl.formatMessage({ id: 'Access.Users' })}
          narrow={small ? 'cards' : 'scroll'}
          processing="client"
          columns={columns}
          rows={shown}
          getRowId={rowIdOf}
          getRowName={({ name }) => name}
          status={status}
          {...(writes ? { selectedIds: selected, onSelectedIdsChange: setSelected } : {})}
          currentRowId={current === null ? null : rowIdOf(current)}
          onCurrentRowChange={row => setAddress({ row, do: null })}
          onRowOpen={entry => setAddress({ row: rowIdOf(entry), do: null })}
          onRetry={() => void query.refetch()}
          message={
            status === 'error' ? (
              <QueryError error={query.error} onRetry={() => void query.refetch()} />
            ) : status === 'noResults' ? (
              <EmptyState
                kind="no-results"
                title={<FormattedMessage id="Access.None" />}
                actions={
                  <Button
                    onClick={() => {
                      setAddress({ q: '', unused: false })
                      search.current?.focus()
                    }}
                  >
                    <FormattedMessage id="Common.ClearSearch" />
                  </Button>
                }
              />
            ) : undefined
          }
          footerStart={<FormattedMessage id="Access.Foot.Inherited" />}
          footerEnd={
            <span className="text-xs text-fg-secondary">
              <FormattedMessage id="Access.Foot.Effect" values={{ days: accessLimits.unusedDays }} />
            </span>
          }
        />
      </ListPage>
      <RevokeDialog
        entries={revoked}
        onClose={() => setRevoked([])}
        onRevoked={() => {
          setSelected(new Set())
          close()
        }}
      />
    </>
  )
}
