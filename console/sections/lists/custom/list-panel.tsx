import {
  Badge,
  Button,
  ConfirmDanger,
  Icon,
  IconButton,
  Input,
  SidePanel,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  useFormat,
  useToast,
} from '@assay/design-system'
import { type CustomList, type ListVersion, listLimits } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Pencil, RotateCcw, Search } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { Dependents } from '../../../platform/authoring/usage/dependents.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { DatabaseConnection, DatabaseListPreview } from '../database/database-list-tabs.tsx'
import { listErrorOf } from '../list-errors.ts'
import { PanelSkeleton } from '../panel-skeleton.tsx'
import { RowsGrid } from '../rows-grid.tsx'
import { useDownload } from '../use-download.ts'

const listTabs = ['preview', 'versions', 'connection', 'users'] as const
/** A file has versions, a database a connection. */
const tabsOf = {
  csv: ['preview', 'versions', 'users'],
  cosmos: ['preview', 'connection', 'users'],
} as const satisfies Record<CustomList['source'], readonly ListTab[]>
export type ListTab = (typeof listTabs)[number]
export const isListTab = (text: string | null): text is ListTab => listTabs.some(known => known === text)

interface ListPanelProps {
  list: CustomList
  tab: ListTab
  write: boolean
  onTab: (tab: ListTab) => void
  onClose: () => void
  onEdit: () => void
  onDownload: () => void
  onChanged: () => void
}

/** One list: its first rows, the files it had or the database it is in, and what uses it. */
export function ListPanel({ list, tab, write, onTab, onClose, onEdit, onDownload, onChanged }: ListPanelProps) {
  const intl = useIntl()
  const tabs: readonly ListTab[] = tabsOf[list.source]
  const database = list.source === 'cosmos'
  return (
    <SidePanel
      title={<bdi>{list.name}</bdi>}
      width={560}
      resizable
      onClose={onClose}
      titleEnd={
        list.status === 'active' ? undefined : (
          <Badge tone={list.status === 'error' ? 'danger' : 'info'}>
            <FormattedMessage id={`Lists.State.${list.status}`} />
          </Badge>
        )
      }
      actions={
        <>
          {database ? null : (
            <IconButton
              size="sm"
              icon={Download}
              label={intl.formatMessage({ id: 'Lists.Download' })}
              onClick={onDownload}
            />
          )}
          {write ? (
            <Button size="sm" onClick={onEdit}>
              <Icon icon={Pencil} size={12} />
              <FormattedMessage id="Environments.Menu.edit" />
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex min-h-full flex-col">
        {list.description === '' ? null : (
          <p dir="auto" className="px-4 pbs-3 wrap-anywhere whitespace-pre-wrap text-fg-secondary">
            {list.description}
          </p>
        )}
        <Tabs
          value={tabs.includes(tab) ? tab : 'preview'}
          activationMode="manual"
          onValueChange={next => {
            if (isListTab(next)) onTab(next)
          }}
          className="flex min-h-0 flex-1 flex-col"
        >
          <TabList label={intl.formatMessage({ id: 'Lists.Panel.Label' })} className="px-4">
            {tabs.map(each => (
              <Tab key={each} value={each}>
                <FormattedMessage id={`Lists.Panel.${each}`} />
              </Tab>
            ))}
          </TabList>
          <TabPanel value="preview" className="flex min-h-0 flex-1 flex-col p-4">
            {database ? <DatabaseListPreview list={list} /> : <PreviewTab list={list} />}
          </TabPanel>
          {database ? (
            <TabPanel value="connection" className="p-4">
              <DatabaseConnection list={list} />
            </TabPanel>
          ) : (
            <TabPanel value="versions" className="p-4">
              <VersionsTab list={list} write={write} onChanged={onChanged} />
            </TabPanel>
          )}
          <TabPanel value="users" className="p-4">
            <ReferencesTab list={list} />
          </TabPanel>
        </Tabs>
      </div>
    </SidePanel>
  )
}

const skeleton = <PanelSkeleton />

function PreviewTab({ list }: { list: CustomList }) {
  const intl = useIntl()
  const environment = useEnvironment()
  const [text, setText] = useState('')
  useRecovery(`lists/rows/${list.id}`, text || null, setText)
  const search = useDebouncedValue(text.trim())
  const query = useQuery(
    api.customLists.rows.queryOptions({
      input: {
        environmentId: environment.id,
        listId: list.id,
        version: list.version,
        search,
        limit: listLimits.preview,
      },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Input
        size="sm"
        type="search"
        start={<Icon icon={Search} size={12} />}
        value={text}
        aria-label={intl.formatMessage({ id: 'Lists.Rows.Search' })}
        placeholder={intl.formatMessage({ id: 'Lists.Rows.Search' })}
        onChange={event => setText(event.target.value.slice(0, 200))}
        onClear={() => setText('')}
      />
      {query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        skeleton
      ) : query.data.matches === 0 ? (
        <p role="status" className="text-fg-secondary">
          <FormattedMessage id={search === '' ? 'Lists.Rows.Empty' : 'Lists.Rows.None'} />
        </p>
      ) : (
        <RowsGrid fill columns={query.data.columns} rows={query.data.rows} total={query.data.matches} />
      )}
    </div>
  )
}

function VersionsTab({ list, write, onChanged }: { list: CustomList; write: boolean; onChanged: () => void }) {
  const intl = useIntl()
  const format = useFormat()
  const { toast } = useToast()
  const environment = useEnvironment()
  const offline = useOffline()
  const failed = useErrorToast()
  const download = useDownload()
  const [restoring, setRestoring] = useState<ListVersion | null>(null)
  const [shown, setShown] = useState<ListVersion | null>(null)
  if (restoring !== null && restoring !== shown) setShown(restoring)
  const [running, setRunning] = useState(false)
  const query = useQuery(
    api.customLists.versions.queryOptions({
      input: { environmentId: environment.id, listId: list.id },
      staleTime: 5_000,
    }),
  )
  const restore = async (version: ListVersion) => {
    setRunning(true)
    try {
      await client.customLists.restore({
        environmentId: environment.id,
        listId: list.id,
        version: version.version,
        baseVersion: list.version,
      })
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Lists.Restore.Done' }, { version: version.version }),
        description: intl.formatMessage({ id: 'Lists.Activation' }),
      })
    } catch (error) {
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
        toast({ tone: 'danger', title: intl.formatMessage({ id: 'Lists.Restore.Refused' }) })
      else failed(error)
    } finally {
      setRunning(false)
      setRestoring(null)
      onChanged()
    }
  }
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return skeleton
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
                <FormattedMessage id="Lists.Version.Title" values={{ version: version.version }} />
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
            {version.kept ? (
              <span className="flex gap-1">
                <IconButton
                  size="sm"
                  icon={Download}
                  label={intl.formatMessage({ id: 'Lists.Version.Download' }, { version: version.version })}
                  onClick={() =>
                    void download(() =>
                      client.customLists.download(
                        { environmentId: environment.id, listIds: [list.id], version: version.version },
                        { context: { read: true } },
                      ),
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
        loading={running}
        title={
          <FormattedMessage
            id="Lists.Restore.Title"
            values={{ version: shown?.version ?? 0, name: <bdi key="name">{list.name}</bdi> }}
          />
        }
        description={<FormattedMessage id="Lists.Restore.Text" values={{ count: shown?.rows ?? 0 }} />}
        confirmLabel={<FormattedMessage id="Lists.Restore.Confirm" />}
        onConfirm={() => {
          if (restoring) void restore(restoring)
        }}
      />
    </>
  )
}

function ReferencesTab({ list }: { list: CustomList }) {
  const environment = useEnvironment()
  const query = useQuery(
    api.customLists.dependents.queryOptions({
      input: { environmentId: environment.id, listId: list.id },
      staleTime: 5_000,
    }),
  )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return skeleton
  if (query.data.length === 0)
    return (
      <p className="text-fg-secondary">
        <FormattedMessage
          id="Lists.Users.None"
          values={{
            name: list.name,
            code: chunks => (
              <code key="code" dir="ltr" className="font-mono text-xs wrap-anywhere">
                {chunks}
              </code>
            ),
          }}
        />
      </p>
    )
  return <Dependents users={query.data} />
}
