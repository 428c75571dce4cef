import { Button, Icon, PageHeader, Tab, TabList, TabPanel, Tabs } from '@assay/design-system'
import type { DualRun } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { defaultedParameter, optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { NewDualRun } from '../form/new-dual-run.tsx'
import { MirrorView } from '../mirror/mirror-view.tsx'
import { DualRunDetail } from '../result/dual-run-detail.tsx'
import { DualRunList } from './dual-run-list.tsx'

const views = ['files', 'mirror'] as const
const searchSchema = { run: optionalParameter, view: defaultedParameter(views, 'files') }
const pollMs = 1000

const isUnfinished = ({ state }: DualRun): boolean => state === 'waiting' || state === 'running'

/** The dual runs of the environment, and the report of one of them: the latest, unless the address names another. */
export function Component() {
  const intl = useIntl()
  const can = useCan()
  const offline = useOffline()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const [{ run, view }, setSearchState, hrefOf] = useSearchState(searchSchema)
  const [isNew, setIsNew] = useState(false)
  const writes = can('rules', 'write')
  const title = intl.formatMessage({ id: 'DualRun.Title' })
  useTitle(title)
  useTitleFocus()
  const query = useQuery(
    api.dualRuns.list.queryOptions({
      input: { environmentId },
      staleTime: 0,
      refetchInterval: current => (current.state.data?.some(isUnfinished) ? pollMs : false),
    }),
  )
  const shown = query.data?.find(({ id }) => id === run) ?? query.data?.[0]
  return (
    <Tabs
      className="flex flex-col"
      value={view}
      activationMode="manual"
      onValueChange={next => setSearchState({ view: views.find(each => each === next) ?? 'files' })}
    >
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
          { id: 'dualrun', label: title },
        ]}
        meta={
          <FormattedMessage id={!writes ? 'DualRun.ReadOnly' : view === 'mirror' ? 'Mirror.Text' : 'DualRun.Text'} />
        }
        actions={
          writes && view === 'files' ? (
            <Button variant="primary" disabled={offline} onClick={() => setIsNew(true)}>
              <Icon icon={Plus} />
              <FormattedMessage id="DualRun.New" />
            </Button>
          ) : null
        }
        tabs={
          <TabList label={title}>
            {views.map(each => (
              <Tab key={each} value={each}>
                <FormattedMessage id={`DualRun.View.${each}`} />
              </Tab>
            ))}
          </TabList>
        }
      />
      <TabPanel value="mirror" className="px-page py-4">
        <MirrorView writes={writes} />
      </TabPanel>
      <TabPanel value="files" className="flex flex-col gap-4 px-page py-4">
        {query.isError && query.data !== undefined ? <StaleNotice /> : null}
        <DualRunList query={query} shownId={shown?.id ?? null} hrefOf={id => hrefOf({ run: id })} />
        {shown === undefined ? null : <DualRunDetail key={shown.id} run={shown} writes={writes} />}
      </TabPanel>
      {isNew ? (
        <NewDualRun
          onClose={() => setIsNew(false)}
          onStarted={id => {
            setIsNew(false)
            setSearchState({ run: id }, 'push')
          }}
        />
      ) : null}
    </Tabs>
  )
}
