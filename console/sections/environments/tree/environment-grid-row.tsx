import { Badge, CopyButton, cn, DateTime, DirectionalIcon, Icon, IconButton, StatusBadge } from '@assay/design-system'
import type { Environment } from '@assay/risk-service/contract'
import { Check, ChevronDown, ChevronRight, Lock, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { GeographyName } from '../../../platform/environments/geography-name.tsx'
import { FailureText, KindName, MissingValue } from '../environment-labels.tsx'
import type { EnvironmentRow } from './environment-rows.ts'
import { cellClass, columnClass, templateClass } from './grid-columns.ts'

interface EnvironmentGridRowProps {
  row: EnvironmentRow
  inUse: boolean
  current: boolean
  favourite: boolean
  /** This row, or one of its cells, has the tab stop of the grid. */
  tabStop: 'row' | number | null
  onToggle: () => void
  onOpen: () => void
  onFavourite: (favourite: boolean) => void
  retry: ReactNode
  menu: ReactNode
}

/** One environment in the grid. Without access it is muted and locked: it is shown because others are below it. */
export function EnvironmentGridRow({
  row,
  inUse,
  current,
  favourite,
  tabStop,
  onToggle,
  onOpen,
  onFavourite,
  retry,
  menu,
}: EnvironmentGridRowProps) {
  const intl = useIntl()
  const { environment, level, expanded } = row
  const { hasAccess } = environment
  const cell = (id: string, content: ReactNode, className = '') => (
    <div
      role="gridcell"
      tabIndex={-1}
      className={cn(cellClass, 'self-center focus-ring-inset', className, columnClass(id))}
    >
      {content}
    </div>
  )
  const name = environment.friendlyName
  const shortId = `${environment.id.slice(0, 8)}…${environment.id.slice(-4)}`
  return (
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- the grid listens to the keys of all its rows
    <div
      role="row"
      data-row={environment.id}
      tabIndex={tabStop === null ? -1 : 0}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={expanded}
      aria-selected={inUse}
      onClick={event => {
        if (
          event.target instanceof Element &&
          !event.target.closest('button, a, [role="menu"]') &&
          event.currentTarget.contains(event.target)
        )
          onOpen()
      }}
      className={cn(
        templateClass,
        'group relative min-h-row cursor-default items-stretch border-be border-line-subtle focus-ring-inset',
        inUse ? 'bg-surface-selected system-outline' : current ? 'bg-surface-hover' : 'hover:bg-surface-hover',
        !hasAccess && 'text-fg-muted',
      )}
    >
      {inUse ? (
        <span aria-hidden className="absolute inset-y-0 inset-s-0 w-0.5 bg-accent forced-color-adjust-none" />
      ) : null}
      {cell(
        'star',
        <IconButton
          icon={Star}
          size="sm"
          tabIndex={-1}
          pressed={favourite}
          onClick={() => onFavourite(!favourite)}
          label={intl.formatMessage({ id: favourite ? 'Environments.Star.On' : 'Environments.Star.Off' }, { name })}
          className={cn('aria-pressed:bg-transparent', favourite ? 'text-fg [&_svg]:fill-current' : 'text-fg-muted')}
        />,
        'text-end',
      )}
      <div
        role="rowheader"
        tabIndex={-1}
        className="flex min-w-0 items-stretch ps-3 pe-2 focus-ring-inset @[40rem]:ps-2"
      >
        {Array.from({ length: level - 1 }, (_, index) => (
          <span key={index} aria-hidden className="-my-px flex w-5 shrink-0 justify-center">
            <span className="border-s border-line" />
          </span>
        ))}
        <span
          aria-hidden
          className="flex w-6 shrink-0 items-center justify-center self-center text-fg-secondary"
          onClick={event => {
            if (expanded === undefined) return
            event.stopPropagation()
            onToggle()
          }}
        >
          {expanded === undefined ? null : <DirectionalIcon icon={expanded ? ChevronDown : ChevronRight} size={16} />}
        </span>
        <span className="flex min-w-0 flex-1 items-center gap-2 py-1">
          {hasAccess ? null : (
            <Icon icon={Lock} size={12} label={intl.formatMessage({ id: 'Environments.NoAccess' })} />
          )}
          <bdi
            className={cn(
              'min-w-0 truncate',
              expanded !== undefined && hasAccess && 'font-semibold',
              inUse && 'font-semibold',
            )}
          >
            {name}
          </bdi>
          {environment.kind === 'sandbox' ? (
            <Badge>
              <FormattedMessage id="Environments.Kind.Sandbox" />
            </Badge>
          ) : null}
          {inUse ? (
            <span className="flex shrink-0 items-center gap-1 text-xs font-medium text-accent-text">
              <Icon icon={Check} size={12} />
              <FormattedMessage id="Environments.InUse" />
            </span>
          ) : null}
        </span>
      </div>
      {cell('status', hasAccess ? <StatusBadge status={environment.status} /> : <MissingValue />)}
      {cell(
        'geography',
        <span className="block truncate">
          <GeographyName geography={environment.geography} />
        </span>,
      )}
      {cell(
        'id',
        <span className="flex items-center gap-1">
          <bdi dir="ltr" className="font-mono text-xs">
            {shortId}
          </bdi>
          <CopyButton
            value={environment.id}
            tabIndex={-1}
            label={intl.formatMessage({ id: 'Environments.CopyIdOf' }, { name })}
            className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus:opacity-100"
          />
        </span>,
      )}
      {cell(
        'apiId',
        environment.customerApiId === null ? (
          <MissingValue />
        ) : (
          <span className="flex min-w-0">
            <bdi dir="ltr" className="truncate font-mono text-xs">
              {environment.customerApiId}
            </bdi>
          </span>
        ),
      )}
      {cell(
        'kind',
        <span className="block truncate">
          <KindName kind={environment.kind} />
        </span>,
      )}
      {cell('tags', <Tags tags={environment.tags} />)}
      {cell('description', <Description environment={environment} retry={retry} />)}
      {cell(
        'created',
        <DateTime value={environment.createdAt} shape="date" className="whitespace-nowrap text-fg-secondary" />,
      )}
      {cell('menu', menu, 'flex justify-end pe-4')}
    </div>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  const [first, ...others] = tags
  if (first === undefined) return <MissingValue />
  const more = `+${others.length}`
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Badge className="min-w-0 max-w-full">
        <bdi className="truncate">{first}</bdi>
      </Badge>
      {others.length > 0 ? <span className="shrink-0 text-xs text-fg-muted">{more}</span> : null}
    </span>
  )
}

function Description({ environment, retry }: { environment: Environment; retry: ReactNode }) {
  if (!environment.hasAccess) return <FormattedMessage id="Environments.NoAccess" />
  if (environment.failure !== null)
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 py-1">
        <span className="min-w-0 text-danger-text">
          <FailureText failure={environment.failure} />
        </span>
        {retry}
      </span>
    )
  return environment.description === '' ? (
    <MissingValue />
  ) : (
    <span className="block truncate text-fg-secondary">
      <bdi>{environment.description}</bdi>
    </span>
  )
}
