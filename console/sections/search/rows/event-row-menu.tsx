import { DropdownMenuItem, Icon, useToast } from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { Copy, ExternalLink, ListPlus, Play, Tag } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { RowMenu } from '../../../platform/menus/row-menu.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'

interface RowMenuProps {
  row: EventRow
  /** Address of the page of the event. */
  href: string
  /** Starts the review of the case of the event; undefined for who reviews none. */
  onStart: (() => void) | undefined
  /** Adds values of the event to a list; undefined for who changes none. */
  onList: (() => void) | undefined
  /** Sends a label for the event; undefined for who sends none. */
  onLabel: (() => void) | undefined
}

/** What can be done with one event, at the end of its row. */
export function EventRowMenu({ row, href, onStart, onList, onLabel }: RowMenuProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const offline = useOffline()
  const { toast } = useToast()
  const copy = () =>
    navigator.clipboard.writeText(row.externalId).then(
      () => toast({ title: intl.formatMessage({ id: 'Search.Bulk.Copied' }, { count: 1 }) }),
      () => toast({ tone: 'danger', title: intl.formatMessage({ id: 'Search.Bulk.CopyFailed' }) }),
    )
  return (
    <RowMenu name={row.externalId} tabIndex={-1}>
      <DropdownMenuItem start={<Icon icon={ExternalLink} />} onSelect={() => void navigate(href)}>
        <FormattedMessage id="Search.Panel.Open" />
      </DropdownMenuItem>
      {onStart && row.decision === 'Review' ? (
        <DropdownMenuItem start={<Icon icon={Play} />} disabled={offline} onSelect={onStart}>
          <FormattedMessage id="Queues.Start" />
        </DropdownMenuItem>
      ) : null}
      {onList ? (
        <DropdownMenuItem start={<Icon icon={ListPlus} />} disabled={offline} onSelect={onList}>
          <FormattedMessage id="Search.List.Add" />
        </DropdownMenuItem>
      ) : null}
      {onLabel ? (
        <DropdownMenuItem start={<Icon icon={Tag} />} disabled={offline} onSelect={onLabel}>
          <FormattedMessage id="Search.Label.Send" />
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem start={<Icon icon={Copy} />} onSelect={() => void copy()}>
        <FormattedMessage id="Search.Bulk.CopyIds" values={{ count: 1 }} />
      </DropdownMenuItem>
    </RowMenu>
  )
}
