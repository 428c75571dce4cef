import { Badge, Button, Icon, IconButton, SidePanel, Tab, TabList, TabPanel, Tabs } from '@assay/design-system'
import type { CustomList } from '@assay/risk-service/contract'
import { Download, Pencil } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DatabaseConnection, DatabaseListPreview } from '../database/database-list-tabs.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { ReferencesTab } from './references-tab.tsx'
import { VersionsTab } from './versions-tab.tsx'

export const listTabs = ['preview', 'versions', 'connection', 'users'] as const

/** A file has versions, a database a connection. */
const tabsOf = {
  csv: ['preview', 'versions', 'users'],
  cosmos: ['preview', 'connection', 'users'],
} as const satisfies Record<CustomList['source'], readonly ListTab[]>

export type ListTab = (typeof listTabs)[number]

const isListTab = (text: string | null): text is ListTab => listTabs.some(each => each === text)

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
              <FormattedMessage id="Common.Edit" />
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
