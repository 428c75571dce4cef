import { OctagonAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Link } from '../../primitives/link/link.tsx'
import { Heading, type HeadingLevel } from '../../primitives/text/text.tsx'

export interface FormError {
  /**
   * `id` of the invalid control, or of the surrounding `Field`; without one the error belongs to the form as a whole.
   */
  field?: string
  /** The error and how to fix it: the same text as under the field. */
  message: ReactNode
}

export interface FormSummaryProps extends Omit<ComponentProps<'section'>, 'title' | 'children'> {
  /** One entry per faulty field, in the order of the form. */
  errors: readonly FormError[]
  /** Replaces the count of errors. */
  title?: ReactNode
  /** Level of the heading in the outline of the page. */
  level?: HeadingLevel
  /** Number of the attempt to submit: each one moves the focus to the heading. */
  attempt?: number
}

const focusableSelector =
  'input:not([type="hidden"]), select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

/** Moves the focus to a control, or to the first one inside a group. */
function focusField(id: string) {
  const field = document.getElementById(id)
  const target = field?.matches(focusableSelector) ? field : field?.querySelector<HTMLElement>(focusableSelector)
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

/**
 * The errors that prevent a form from being submitted. Shown after an attempt to submit, with the focus on its heading.
 * Renders nothing without errors.
 */
export function FormSummary({ errors, title, level = 2, attempt = 0, className, ...props }: FormSummaryProps) {
  const headingId = useId()
  if (errors.length === 0) return null
  return (
    <section
      data-slot="form-summary"
      aria-labelledby={headingId}
      className={cn(
        'flex gap-2 rounded-card border border-danger-border bg-danger-subtle p-3 text-sm text-danger-text',
        className,
      )}
      {...props}
    >
      <span className="flex h-5 items-center">
        <Icon icon={OctagonAlert} />
      </span>
      <div className="min-w-0 flex-1">
        {/* A new attempt mounts the heading again, which then gets the focus. */}
        <Heading
          key={attempt}
          ref={focusHeading}
          id={headingId}
          level={level}
          size="sm"
          tabIndex={-1}
          className="focus-ring rounded-mark text-danger-text"
        >
          {title ?? <FormattedMessage id="DesignSystem.FormSummary.Title" values={{ count: errors.length }} />}
        </Heading>
        {/* eslint-disable-next-line jsx-a11y-x/no-redundant-roles -- without bullets Safari does not take it for a list */}
        <ul role="list" className="mbs-1 grid gap-0.5">
          {errors.map(({ field, message }, index) => (
            <li key={index} className="min-w-0 wrap-anywhere">
              {field === undefined ? (
                message
              ) : (
                <Link
                  href={`#${field}`}
                  className="text-danger-text"
                  onClick={event => {
                    event.preventDefault()
                    focusField(field)
                  }}
                >
                  {message}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function focusHeading(heading: HTMLHeadingElement | null) {
  heading?.focus()
}
