import { Button, Icon, lazyPart, PageHeader, Tab, TabList, TabPanel, Tabs, useNow } from '@assay/design-system'
import { dayIn } from '@assay/risk-service/contract'
import { BellRing } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePageOptions } from '../../../platform/cases/use-page-options.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { AgeingTab } from '../ageing/ageing-tab.tsx'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { QualityTab } from '../quality/quality-tab.tsx'
import { QueuesTab } from '../queues/queues-tab.tsx'
import { type ReportTab, type ReportTabProps, reportInputOf, reportParameters, reportTabs } from '../report-address.ts'
import { ReviewersTab } from '../reviewers/reviewers-tab.tsx'
import { ValueTab } from '../value/value-tab.tsx'
import { ReportExport } from './report-export.tsx'
import { ReportFilters } from './report-filters.tsx'
import { ReportTime } from './report-time.tsx'

// A form is rarely needed here, and brings the validator with it.
const AlertsPanel = lazyPart(() =>
  import('../alerts/alerts-panel.tsx').then(module => ({ default: module.AlertsPanel })),
)

const contents: Record<ReportTab, ComponentType<ReportTabProps>> = {
  overview: OverviewTab,
  queues: QueuesTab,
  reviewers: ReviewersTab,
  quality: QualityTab,
  value: ValueTab,
  ageing: AgeingTab,
}

/** How case management works and what later proved right or wrong, over a range of days of UTC. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const environment = useEnvironment()
  const [state, setState, hrefOf] = useSearchState(reportParameters)
  const { maturityDays: tenantMaturity } = usePageOptions()
  const today = dayIn(useNow(), 'UTC')
  const input = reportInputOf(state, environment.id, today, tenantMaturity)
  const title = intl.formatMessage({ id: 'CaseReport.Title' })
  useTitle(title)
  const Content = contents[state.tab]
  return (
    <Tabs
      activationMode="manual"
      value={state.tab}
      onValueChange={value => {
        const tab = reportTabs.find(each => each === value)
        if (tab) setState({ tab }, 'push')
      }}
      className="flex flex-col"
    >
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'cases', label: intl.formatMessage({ id: 'Shell.Nav.CaseManagement' }), href: href('/casemanagement') },
          { id: 'report', label: title },
        ]}
        meta={<ReportTime tab={state.tab} input={input} />}
        actions={
          <>
            <Button start={<Icon icon={BellRing} />} onClick={() => setState({ alerts: true })}>
              <FormattedMessage id="CaseReport.Alerts" />
            </Button>
            <ReportExport input={input} />
          </>
        }
      />
      <ReportFilters state={state} today={today} onChange={setState} />
      <div className="flex flex-wrap items-center gap-x-4 border-be border-line px-page">
        <TabList label={title} className="flex-1 border-be-0 max-md:basis-full">
          {reportTabs.map(tab => (
            <Tab key={tab} value={tab}>
              <FormattedMessage id={`CaseReport.Tab.${tab}`} />
            </Tab>
          ))}
        </TabList>
        <p className="text-xs text-fg-muted max-md:pbe-2">
          <FormattedMessage id="CaseReport.Edges" />
        </p>
      </div>
      <TabPanel value={state.tab} className="flex flex-col gap-3 px-page pbe-6 pbs-3">
        <Content
          input={input}
          state={state}
          onChange={setState}
          reviewerHref={userId => hrefOf({ tab: 'reviewers', reviewer: [userId] })}
        />
      </TabPanel>
      {state.alerts ? (
        <Suspense>
          <AlertsPanel onClose={() => setState({ alerts: false })} />
        </Suspense>
      ) : null}
    </Tabs>
  )
}
