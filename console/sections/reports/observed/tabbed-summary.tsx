import { Tab, TabList, Tabs } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useReportSubject } from '../assessment-picker.tsx'
import { SummaryPage } from '../summary/summary-page.tsx'
import { summaryParameters, summaryTabs } from './observed-address.ts'
import { ObservedPage } from './observed-page.tsx'

const labels = { summary: 'Reports.Summary', observed: 'Reports.Observed' } as const

/** The Summary, for an assessment that receives observations with the report of their values beside it. */
export function Component() {
  const intl = useIntl()
  const [state, setState] = useSearchState(summaryParameters)
  const { observed } = useReportSubject(state)
  // What the address asks for stands until the list of assessments says that there is none.
  const tab = observed === null ? 'summary' : state.tab
  const hasTabs = observed !== null && (observed !== undefined || tab === 'observed')
  const list = (
    <TabList label={intl.formatMessage({ id: 'Reports.Summary' })} className="px-page print:hidden">
      {summaryTabs.map(each => (
        <Tab key={each} value={each}>
          <FormattedMessage id={labels[each]} />
        </Tab>
      ))}
    </TabList>
  )
  return (
    <Tabs
      activationMode="manual"
      value={tab}
      onValueChange={value => {
        const chosen = summaryTabs.find(each => each === value)
        if (chosen) setState({ tab: chosen }, 'push')
      }}
      className="flex flex-col"
    >
      {tab === 'observed' ? (
        <ObservedPage tabs={list} />
      ) : (
        <SummaryPage {...(hasTabs ? { tabs: { list, value: tab } } : {})} />
      )}
    </Tabs>
  )
}
