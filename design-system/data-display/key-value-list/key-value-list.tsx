import { cva, type VariantProps } from 'class-variance-authority'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { MissingValue } from '../../lib/missing-value.tsx'

const listVariants = cva('grid gap-x-6', {
  variants: {
    /** Columns of facts where the container is wide enough for them. */
    columns: { 1: 'grid-cols-1', 2: 'grid-cols-1 @md:grid-cols-2', 3: 'grid-cols-1 @md:grid-cols-2 @2xl:grid-cols-3' },
    /** Width of the terms: 84, 104 or 160 pixels. Beside wide ones a narrow place has narrower terms, and whole values. */
    termWidth: {
      sm: '[--term:84px]',
      md: '[--term:104px]',
      lg: '[--term:160px] @max-xs:[--term:104px] @max-xs:[&_dd_bdi]:wrap-anywhere @max-xs:[&_dd_bdi]:whitespace-normal',
    },
  },
  defaultVariants: { columns: 1, termWidth: 'md' },
})

export interface KeyValueListProps extends ComponentProps<'dl'>, VariantProps<typeof listVariants> {}

/** A list of facts about an entity. Columns follow the width of the container, not of the window. */
export function KeyValueList({ columns, termWidth, className, ...props }: KeyValueListProps) {
  return (
    <div data-slot="key-value-list-frame" className="@container min-w-0">
      <dl data-slot="key-value-list" className={cn(listVariants({ columns, termWidth }), className)} {...props} />
    </div>
  )
}

export interface KeyValueGroupProps extends Omit<ComponentProps<'div'>, 'title'>, VariantProps<typeof listVariants> {
  /** Heading of the group. */
  title: ReactNode
}

/** A group of facts with a title. */
export function KeyValueGroup({ title, columns, termWidth, className, children, ...props }: KeyValueGroupProps) {
  const name = useId()
  return (
    <div
      data-slot="key-value-group"
      role="group"
      aria-labelledby={name}
      className={cn(
        'min-w-0 not-first:mbs-3 not-first:border-bs not-first:border-line-subtle not-first:pbs-3',
        className,
      )}
      {...props}
    >
      <p id={name} className="pbe-1 text-xs font-medium text-fg-secondary">
        {title}
      </p>
      <KeyValueList columns={columns} termWidth={termWidth}>
        {children}
      </KeyValueList>
    </div>
  )
}

export interface KeyValueProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The name of the fact. */
  term: ReactNode
  /** The value. An empty value is shown as "not provided". */
  children?: ReactNode
  /** Secondary text after the value. */
  qualifier?: ReactNode
  /** Shown on hover and focus, in the row. Their names include the term: "Copy {term}". */
  actions?: ReactNode
}

/** One fact: term, value, its qualifier, its actions. */
export function KeyValue({ term, children, qualifier, actions, className, ...props }: KeyValueProps) {
  const missing = children === undefined || children === null || children === '' || Number.isNaN(children)
  return (
    <div
      data-slot="key-value"
      className={cn('group grid min-h-fact-row grid-cols-[var(--term)_minmax(0,1fr)] items-center gap-3', className)}
      {...props}
    >
      <dt className="min-w-0 hyphens-auto wrap-break-word text-fg-muted">{term}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        {/* Beside a long value its qualifier wraps below; the actions, which are hidden most of the time, never add a
            line. */}
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          {missing ? <MissingValue /> : <bdi className="min-w-0 truncate">{children}</bdi>}
          {qualifier ? <span className="min-w-0 truncate text-fg-muted">{qualifier}</span> : null}
        </span>
        {actions ? (
          <span
            data-slot="key-value-actions"
            className="-ms-1 flex shrink-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          >
            {actions}
          </span>
        ) : null}
      </dd>
    </div>
  )
}
