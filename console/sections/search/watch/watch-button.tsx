import { Button, Icon, lazyPart, useFormat } from '@assay/design-system'
import type { SearchFilter, SearchWatch } from '@assay/risk-service/contract'
import { Bell, BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { parseSearch } from '../../../platform/search-url/search-url.ts'

const WatchDialog = lazyPart(() => import('./watch-dialog.tsx').then(module => ({ default: module.WatchDialog })))

/** What the service is asked to count; null: nothing any more. */
export type WatchChange = (Pick<SearchWatch, 'results' | 'hours'> & { eventType: string; filter: SearchFilter }) | null

/** The search of a stored view, as the service counts its results. */
export function watchOf(
  query: string,
  timeZone: string,
  { results, hours }: Pick<SearchWatch, 'results' | 'hours'>,
): NonNullable<WatchChange> {
  const { eventType, filter } = parseSearch(new URLSearchParams(query))
  return { results, hours, eventType, filter: { ...filter, timeZone } }
}

interface WatchButtonProps {
  name: string
  query: string
  /** Null: the view is not watched. */
  watch: SearchWatch | null
  onWatch: (watch: WatchChange) => void
}

/** Has the owner of a saved search notified of new results, and says why that ended. */
export function WatchButton({ name, query, watch, onWatch }: WatchButtonProps) {
  const { timeZone } = useFormat()
  const [open, setOpen] = useState(false)
  const active = watch !== null && watch.ended === null
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        <Icon icon={active ? BellRing : Bell} size={12} />
        <FormattedMessage id={active ? 'Search.Watch.On' : 'Search.Watch'} />
      </Button>
      {watch?.ended ? (
        <span className="text-xs text-fg-secondary">
          <FormattedMessage id={`Search.Watch.Ended.${watch.ended}`} />
        </span>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <WatchDialog
            name={name}
            watch={watch}
            onSubmit={next => {
              setOpen(false)
              onWatch(next === null ? null : watchOf(query, timeZone, next))
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
