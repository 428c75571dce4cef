import { Button, Card, CardHeader, EmptyState, Icon } from '@assay/design-system'
import { History, UserSearch } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { RecentLookup } from './recent-lookups.ts'

interface StartStateProps {
  lookups: readonly RecentLookup[]
  onLookup: (lookup: RecentLookup) => void
}

/** Before the first search: what can be typed, and the latest searches of the session. */
export function StartState({ lookups, onLookup }: StartStateProps) {
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <EmptyState
          level={2}
          icon={UserSearch}
          title={<FormattedMessage id="Support.Start.Title" />}
          description={<FormattedMessage id="Support.Start.Description" />}
        />
      </Card>
      {lookups.length === 0 ? null : (
        <Card>
          <CardHeader title={<FormattedMessage id="Support.Recent.Title" />} />
          <ul className="flex flex-col pbe-2">
            {lookups.map(lookup => (
              <li key={lookup.text} className="px-2">
                <Button
                  variant="ghost"
                  start={<Icon icon={History} />}
                  className="w-full justify-start"
                  onClick={() => onLookup(lookup)}
                >
                  <bdi className="truncate">{lookup.text}</bdi>
                  {lookup.name === lookup.text ? null : (
                    <bdi className="truncate font-normal text-fg-secondary">{lookup.name}</bdi>
                  )}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
