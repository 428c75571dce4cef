import { Button, Icon, Popover, PopoverContent, PopoverTrigger, RelativeTime } from '@assay/design-system'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { CaseAddress } from '../../../platform/cases/case-links.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { useCaseKeys } from '../../../platform/hotkeys/case-keys.ts'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'
import { useViewers } from './use-viewers.ts'

/** How many people look at the event now, and who they are. */
export function EventViewers({ address }: { address: CaseAddress }) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const caseKeys = useCaseKeys()
  const {
    session: { user },
  } = useEnvironments()
  const viewers = useViewers(address)
  useHotkeys({ id: 'viewers', label: intl.formatMessage({ id: 'Review.Tabs' }), editable: true }, [
    {
      id: 'viewers',
      keys: caseKeys('viewers', 'w'),
      label: intl.formatMessage({ id: 'Review.Viewers' }),
      run: () => setOpen(true),
    },
  ])
  if (viewers.length === 0) return null
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" start={<Icon icon={Eye} />}>
          <FormattedMessage id="Review.Viewers.Count" values={{ count: viewers.length }} />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={intl.formatMessage({ id: 'Review.Viewers' })}>
        <ul className="flex flex-col gap-1 text-sm">
          {viewers.map(({ id, name, since }) => (
            <li key={id} className="flex justify-between gap-4">
              <bdi className="min-w-0 truncate">
                {id === user.id ? <FormattedMessage id="Review.Viewers.You" /> : name}
              </bdi>
              <span className="shrink-0 text-fg-muted">
                <RelativeTime value={since} />
              </span>
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  )
}
