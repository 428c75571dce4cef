import { Card, lazyPart, SkeletonText, Tab, TabList, TabPanel, Tabs } from '@assay/design-system'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useTransaction } from './texts-card.tsx'
import { TransactionFacts, TransactionLines } from './transaction-facts.tsx'

const EventMap = lazyPart(() =>
  import('../../../platform/event-map/event-map.tsx').then(module => ({ default: module.EventMap })),
)
const tabs = ['details', 'lines', 'map'] as const

/** Details, line items and map of the chosen purchase. */
export function TransactionCard({ environmentId, id }: { environmentId: string; id: string }) {
  const intl = useIntl()
  const query = useTransaction(environmentId, id)
  const [tab, setTab] = useState<string>('details')
  const { data } = query
  if (query.isError && data === undefined) return null
  return (
    <Card>
      <Tabs value={tab} onValueChange={setTab}>
        <TabList className="px-4" label={intl.formatMessage({ id: 'Support.Tab.details' })}>
          {tabs.map(name => (
            <Tab key={name} value={name}>
              <FormattedMessage id={`Support.Tab.${name}`} />
            </Tab>
          ))}
        </TabList>
        {tabs.map(name => (
          <TabPanel key={name} value={name}>
            {data === undefined ? (
              <SkeletonText lines={6} className="p-4" />
            ) : name === 'details' ? (
              <TransactionFacts detail={data} />
            ) : name === 'lines' ? (
              <TransactionLines detail={data} />
            ) : (
              <Suspense fallback={<SkeletonText lines={6} className="p-4" />}>
                <EventMap row={data.row} />
              </Suspense>
            )}
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  )
}
