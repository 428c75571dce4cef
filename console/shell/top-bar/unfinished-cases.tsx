import { Button, DateTime, Icon, Popover, PopoverContent, PopoverTrigger, useToast } from '@assay/design-system'
import type { CaseRow } from '@assay/risk-service/contract'
import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { caseInputOf, useCaseLinks } from '../../platform/cases/case-links.ts'
import { useUnfinishedCases } from '../../platform/cases/use-unfinished-cases.ts'
import { useHotkeys } from '../../platform/hotkeys/index.ts'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../platform/offline/connection.ts'

/** The groups of the list, in its order. */
const groups = ['locked', 'assigned', 'approvals', 'onHold'] as const
const separator = ' · '
type Group = (typeof groups)[number]

/**
 * The caller's unfinished cases, from every page: a browser that is closed does not end a review. Nothing while there is
 * none.
 */
export function UnfinishedCases() {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const { data } = useUnfinishedCases()
  const rows = groups.flatMap(group => (data?.[group] ?? []).map(row => ({ group, row: row as CaseRow })))
  const count = rows.length
  const label = intl.formatMessage({ id: 'Shell.Unfinished.Title' }, { count })
  useHotkeys(
    { id: 'unfinished', label: intl.formatMessage({ id: 'Hotkeys.Scope.Everywhere' }), everywhere: true },
    count > 0 ? [{ id: 'unfinished', keys: 'g u', label, run: () => setOpen(true) }] : [],
  )
  if (count === 0) return null
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          aria-label={label}
          title={label}
          className="max-sm:border-transparent max-sm:px-1"
          start={<Icon icon={Lock} />}
        >
          <span className="max-lg:hidden">
            <FormattedMessage id="Shell.Unfinished.Chip" values={{ count }} />
          </span>
          <span className="max-sm:hidden lg:hidden">{intl.formatNumber(count)}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        label={label}
        align="end"
        // The first link: the primitive passes over links, and would focus the button that ends a review.
        onOpenAutoFocus={event => {
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('a')?.focus()
        }}
        className="max-h-[70dvh] w-panel max-w-[calc(100vw-1.5rem)] overflow-auto p-3"
      >
        <h2 className="mbe-2 font-semibold">{label}</h2>
        <ul className="flex flex-col gap-2">
          {rows.map(({ group, row }) => (
            <UnfinishedCase key={`${group} ${row.id}`} group={group} row={row} onLeave={() => setOpen(false)} />
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  )
}

interface UnfinishedCaseProps {
  group: Group
  row: CaseRow
  onLeave: () => void
}

function UnfinishedCase({ group, row, onLeave }: UnfinishedCaseProps): ReactNode {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const { caseHref } = useCaseLinks()
  const unlock = useApiMutation({
    // A row does not contain the right to change the case.
    mutationFn: async () => {
      const { own } = await client.cases.get(caseInputOf(row))
      if (own.leaseToken !== null)
        await client.cases.sendBack({ ...caseInputOf(row), leaseToken: own.leaseToken, note: '' })
    },
    invalidates: [api.cases.key(), api.queues.key()],
    onSuccess: () =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Shell.Unfinished.Unlocked' }, { id: row.externalId }),
      }),
  })
  const end = group === 'locked' ? row.lock?.expiresAt : group === 'onHold' ? row.hold?.wakeAt : row.assignedUntil
  return (
    <li className="flex min-w-0 items-center gap-2">
      <div className="min-w-0 flex-1">
        <bdi dir="ltr" className="block truncate font-medium">
          {row.externalId}
        </bdi>
        <span className="block truncate text-xs text-fg-secondary">
          <bdi>{row.queueName}</bdi>
          {separator}
          <FormattedMessage
            id={`Shell.Unfinished.${group}`}
            values={{ time: <DateTime key="time" value={end} shape={group === 'onHold' ? 'full' : 'time'} /> }}
          />
        </span>
      </div>
      <Button size="sm" asChild>
        <Link
          to={caseHref(row)}
          aria-label={intl.formatMessage({ id: 'Shell.Unfinished.ReviewOf' }, { id: row.externalId })}
          onClick={onLeave}
        >
          <FormattedMessage id="Shell.Unfinished.Review" />
        </Link>
      </Button>
      {group === 'locked' ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={intl.formatMessage({ id: 'Shell.Unfinished.UnlockOf' }, { id: row.externalId })}
          loading={unlock.isPending}
          disabled={offline}
          onClick={() => unlock.mutate()}
        >
          <FormattedMessage id="Shell.Unfinished.Unlock" />
        </Button>
      ) : null}
    </li>
  )
}
