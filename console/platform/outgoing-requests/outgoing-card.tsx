import { Badge, Card, DropdownMenuItem, Skeleton } from '@assay/design-system'
import type { CallMetrics as Figures } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import { ResourceMenu } from '../authoring/catalogue/resource-menu.tsx'
import { RequestMetrics } from './request-metrics.tsx'

interface OutgoingCardProps {
  name: string
  /** Address of what opens it, or what does. */
  open: string | (() => void)
  /** Absent for readers. */
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  /** Address of its figures over time. */
  performance: string
  /** What else can be done with it. */
  commands?: ReactNode
  description: string
  /** Its requests are suspended for a while. */
  suspended?: boolean
  /** What it calls. */
  target: ReactNode
  /** Before the figures. */
  notice?: ReactNode
  figures: Figures
  used: boolean
  /** After the figures. */
  foot?: ReactNode
}

const nameClass = 'min-w-0 truncate text-start text-link hover:underline'

/** Something that rules call outside of themselves: what it does, how it fares, and what can be done with it. */
export function OutgoingCard({
  name,
  open,
  onEdit,
  onDelete,
  performance,
  commands,
  description,
  suspended = false,
  target,
  notice,
  figures,
  used,
  foot,
}: OutgoingCardProps) {
  const navigate = useNavigate()
  return (
    <Card className="flex h-full min-w-0 flex-col gap-3 p-4 text-sm">
      <div className="flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="flex min-w-0 flex-wrap items-center gap-2 text-md font-semibold">
            {typeof open === 'string' ? (
              <Link to={open} className={nameClass}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <button type="button" className={`focus-ring ${nameClass}`} onClick={open}>
                <bdi>{name}</bdi>
              </button>
            )}
            {suspended ? (
              <Badge tone="warning">
                <FormattedMessage id="OutgoingRequests.Suspended" />
              </Badge>
            ) : null}
          </h2>
          {description === '' ? null : (
            <p dir="auto" className="line-clamp-2 text-fg-secondary wrap-anywhere">
              {description}
            </p>
          )}
          {target}
        </div>
        <ResourceMenu name={name} onEdit={onEdit} onDelete={onDelete}>
          <DropdownMenuItem onSelect={() => void navigate(performance)}>
            <FormattedMessage id="OutgoingRequests.Performance" />
          </DropdownMenuItem>
          {commands}
        </ResourceMenu>
      </div>
      {notice}
      <RequestMetrics figures={figures} used={used} />
      {foot === undefined ? null : <p className="mbs-auto text-xs text-fg-muted">{foot}</p>}
    </Card>
  )
}

const gridClass = 'grid gap-3 lg:grid-cols-2'

/** Cards side by side where the page is wide enough. */
export function OutgoingCards({
  label,
  children,
}: {
  label: string
  children: readonly { key: string; card: ReactNode }[]
}) {
  return (
    <ul aria-label={label} className={gridClass}>
      {children.map(({ key, card }) => (
        <li key={key} className="min-w-0">
          {card}
        </li>
      ))}
    </ul>
  )
}

/** Placeholders of cards that are loading. */
export function OutgoingCardsLoading() {
  return (
    <ul className={gridClass}>
      {[0, 1, 2, 3].map(each => (
        <li key={each}>
          <Card className="flex flex-col gap-4 p-4">
            <Skeleton className="h-2 w-1/3" />
            <Skeleton className="h-2 w-2/3" />
          </Card>
        </li>
      ))}
    </ul>
  )
}
