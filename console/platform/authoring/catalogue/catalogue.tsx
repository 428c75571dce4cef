import { DirectionalIcon, NumberText, RelativeTime, VisuallyHidden } from '@assay/design-system'
import { defined } from '@assay/risk-service/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'

export interface CatalogueEntry {
  id: string
  name: string
  /** Absent: it cannot be opened from here. */
  href?: string | undefined
  /** One line of what it does. */
  gist: ReactNode
  badges: ReactNode
  count: number
  updatedBy: string
  /** Absent: it was never changed. */
  updatedAt: string | null
  actions?: ReactNode
  /** What is behind it when it is opened. */
  details: ReactNode
}

interface CatalogueProps {
  labelledBy: string
  entries: readonly CatalogueEntry[]
  nameHead: ReactNode
  countHead: ReactNode
  loading?: boolean
}

const head = 'h-header px-cell-x text-xs font-medium whitespace-nowrap text-fg-secondary'
const cell = 'px-cell-x py-1'

/** Resources with a name, a state and details: one row each, whose details open in its place. */
function Catalogue({ labelledBy, entries, nameHead, countHead, loading = false }: CatalogueProps) {
  return (
    <table
      aria-labelledby={labelledBy}
      aria-busy={loading || undefined}
      className="w-full table-fixed border-collapse text-sm text-fg"
    >
      <thead>
        <tr className="border-y border-line bg-surface-sunken">
          <th scope="col" className={`${head} w-12`}>
            <VisuallyHidden>
              <FormattedMessage id="Environments.Menu.Details" />
            </VisuallyHidden>
          </th>
          <th scope="col" className={`${head} text-start`}>
            {nameHead}
          </th>
          <th scope="col" className={`${head} w-[6.5rem] text-start @min-[36rem]:w-[11.5rem]`}>
            <FormattedMessage id="Authoring.Column.Status" />
          </th>
          <th scope="col" className={`${head} hidden w-[8rem] text-end @min-[44rem]:table-cell`}>
            {countHead}
          </th>
          <th scope="col" className={`${head} hidden w-[15rem] text-start @min-[60rem]:table-cell`}>
            <FormattedMessage id="Authoring.Column.Changed" />
          </th>
          <th scope="col" className={`${head} w-16`}>
            <VisuallyHidden>
              <FormattedMessage id="Common.Actions" />
            </VisuallyHidden>
          </th>
        </tr>
      </thead>
      {loading ? (
        <tbody>
          {Array.from({ length: 8 }, (_, index) => (
            <tr key={index} aria-hidden className="h-row border-be border-line-subtle">
              <td className={cell} />
              <td className={cell} colSpan={5}>
                <span className="flex h-5 items-center">
                  <span className="h-2 w-1/3 rounded-mark bg-line-subtle" />
                </span>
                <span className="flex h-4 items-center">
                  <span className="h-2 w-1/4 rounded-mark bg-line-subtle" />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      ) : (
        entries.map(entry => <CatalogueRow key={entry.id} entry={entry} />)
      )}
    </table>
  )
}

function CatalogueRow({
  entry: { name, href, gist, badges, count, updatedBy, updatedAt, actions, details },
}: {
  entry: CatalogueEntry
}) {
  const intl = useIntl()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <tbody>
      <tr className="h-row border-be border-line-subtle hover:bg-surface-hover">
        <td className="py-1 ps-3">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={intl.formatMessage({ id: 'Authoring.Tile.Details' }, { name })}
            onClick={() => setOpen(!open)}
            className="focus-ring inline-flex size-control-sm shrink-0 items-center justify-center rounded-chip text-fg-muted hover:bg-surface-hover hover:text-fg"
          >
            <DirectionalIcon icon={open ? ChevronDown : ChevronRight} size={12} />
          </button>
        </td>
        <th scope="row" className={`${cell} text-start font-normal`}>
          {href === undefined ? (
            <bdi className="block truncate font-medium">{name}</bdi>
          ) : (
            <Link to={href} className="block max-w-full truncate font-medium text-link hover:underline">
              <bdi>{name}</bdi>
            </Link>
          )}
          <span className="flex min-w-0 text-xs text-fg-muted">{gist}</span>
        </th>
        <td className={cell}>
          <span className="flex flex-wrap gap-1">{badges}</span>
        </td>
        <td className={`${cell} hidden text-end @min-[44rem]:table-cell`}>
          <NumberText value={count} />
        </td>
        <td className={`${cell} hidden truncate text-fg-secondary @min-[60rem]:table-cell`}>
          {updatedAt === null ? null : (
            <>
              <bdi>{updatedBy}</bdi>{' '}
            </>
          )}
          <RelativeTime value={updatedAt} className="text-xs text-fg-muted" />
        </td>
        <td className={`${cell} text-end`}>{actions}</td>
      </tr>
      {open ? (
        <tr id={id} className="border-be border-line-subtle bg-surface-sunken">
          <td />
          <td colSpan={5} className="px-cell-x py-2">
            {details}
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}

/** Title of a group of entries, with their number. */
export function CatalogueHeading({
  id,
  title,
  count,
  note,
}: {
  id: string
  title: ReactNode
  count: number | undefined
  note?: ReactNode
}) {
  return (
    <div className="flex min-h-bar flex-wrap items-baseline gap-2 px-page pbs-3 pbe-1">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {count === undefined ? null : <span className="text-xs text-fg-muted tabular-nums">{count}</span>}
      {note === undefined ? null : <span className="text-xs text-fg-muted">{note}</span>}
    </div>
  )
}

interface CatalogueHeads {
  nameHead: ReactNode
  countHead: ReactNode
}

interface CatalogueGroupProps extends CatalogueHeads {
  id: string
  title: ReactNode
  note?: ReactNode
  /** Absent while they are fetched. */
  entries: readonly CatalogueEntry[] | undefined
}

/** A titled group of entries; nothing when it has none. */
export function CatalogueGroup({ id, title, note, entries, ...heads }: CatalogueGroupProps) {
  if (entries?.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <CatalogueHeading id={id} title={title} count={entries?.length} {...defined({ note })} />
      <Catalogue labelledBy={id} entries={entries ?? []} loading={entries === undefined} {...heads} />
    </section>
  )
}
