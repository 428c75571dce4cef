import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { type RenderLink, renderAnchor } from '../../navigation/link/render-link.tsx'

export interface TileFact {
  id: string
  label: ReactNode
  /** A formatted number, time or short text. */
  value: ReactNode
}

export interface CatalogueTileProps extends Omit<ComponentProps<'article'>, 'title'> {
  /** Name of the rule, velocity or list: the link to it. */
  name: string
  /** Address of the resource. */
  href: string
  /** State in force: `PublishStatusBadge` or a `Badge`. */
  badge?: ReactNode
  /** "Version 4", "Draft". */
  version?: ReactNode
  /** One or two lines: the purpose, as text or as code. */
  summary?: ReactNode
  /** Recent activity: hits, share, time. Three at most. */
  facts?: readonly TileFact[]
  /** Author and time of the last change. */
  lastChange?: ReactNode
  /** Actions at the inline end of the header: a menu. */
  actions?: ReactNode
  /** Level of the name in the outline of the page. */
  level?: 2 | 3 | 4
  /** Renders the link with the router of the application; a plain anchor without it. */
  renderLink?: RenderLink
}

/** One entry of a catalogue of rules, velocities or lists: its name, state and recent activity. */
export function CatalogueTile({
  name,
  href,
  badge,
  version,
  summary: gist,
  facts = [],
  lastChange: changed,
  actions,
  level = 3,
  renderLink = renderAnchor,
  className,
  ...props
}: CatalogueTileProps) {
  const Title = `h${level}` as const
  return (
    <article
      data-slot="catalogue-tile"
      className={cn(
        'flex min-w-0 flex-col gap-2 rounded-card border border-line-subtle bg-surface p-4 text-sm text-fg',
        className,
      )}
      {...props}
    >
      <div className="flex items-start gap-2">
        <Title className="min-w-0 flex-1 text-md font-semibold wrap-break-word">
          {renderLink({
            href,
            className: 'rounded-chip text-link focus-ring hover:underline',
            children: <bdi>{name}</bdi>,
          })}
        </Title>
        {badge}
        {actions}
      </div>
      {gist === undefined ? null : <div className="line-clamp-2 min-w-0 text-fg-secondary">{gist}</div>}
      {facts.length > 0 ? (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          {facts.map(fact => (
            <div key={fact.id} className="min-w-0">
              <dt className="text-xs text-fg-muted">{fact.label}</dt>
              <dd className="font-medium tabular-nums">{fact.value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {version === undefined && changed === undefined ? null : (
        <p className="mbs-auto flex flex-wrap gap-x-3 text-xs text-fg-muted">
          {version === undefined ? null : <span>{version}</span>}
          {changed === undefined ? null : <span>{changed}</span>}
        </p>
      )}
    </article>
  )
}
