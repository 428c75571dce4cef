import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Heading, type HeadingLevel } from '../text/text.tsx'

export type CardProps = ComponentProps<'section'>

/**
 * A surface on the canvas. Its parts are `CardHeader` and `CardBody`; a table or list is inserted without a body and
 * touches the edges.
 */
export function Card({ className, ...props }: CardProps) {
  return (
    <section
      data-slot="card"
      className={cn('flex min-w-0 flex-col rounded-card border border-line-subtle bg-surface', className)}
      {...props}
    />
  )
}

export interface CardHeaderProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** Heading of the card. */
  title: ReactNode
  /** Secondary text after the title: a period, a count. */
  meta?: ReactNode
  /** Buttons and menus at the inline end. */
  actions?: ReactNode
  /** Level of the heading in the outline of the page. */
  level?: HeadingLevel
}

/** The 40 pixel header of a card: title, secondary text, actions at the inline end. */
export function CardHeader({ title, meta, actions, level = 2, className, children, ...props }: CardHeaderProps) {
  return (
    <div
      data-slot="card-header"
      className={cn('flex min-h-bar items-center gap-2 py-1 ps-4 pe-3 max-sm:flex-wrap max-sm:py-2', className)}
      {...props}
    >
      {/* Names are never cut: where both do not fit, the secondary text goes under the name. */}
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <Heading level={level} size="md" className="min-w-0 wrap-anywhere">
          {title}
        </Heading>
        {meta ? <span className="min-w-0 text-xs wrap-anywhere text-fg-muted">{meta}</span> : null}
      </div>
      {children}
      {actions ? <div className="ms-auto flex shrink-0 items-center gap-1">{actions}</div> : null}
    </div>
  )
}

/** Padded content of a card. */
export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="card-body" className={cn('min-w-0 px-4 pbe-4', className)} {...props} />
}
