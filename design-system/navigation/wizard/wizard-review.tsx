import { type ComponentProps, type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { useWizard } from './wizard-context.ts'

export interface WizardReviewSectionProps extends ComponentProps<'section'> {
  /** Heading of the summary of one step. */
  heading: ReactNode
  /** The summarised step. */
  stepId: string
}

/** One part of a review step: the input of a step, and a link back to it. */
export function WizardReviewSection({ heading, stepId, className, children, ...props }: WizardReviewSectionProps) {
  const id = useId()
  const { goTo } = useWizard()
  return (
    <section
      data-slot="wizard-review-section"
      aria-labelledby={id}
      className={cn('rounded-card border border-line-subtle', className)}
      {...props}
    >
      <div className="flex min-h-bar items-center justify-between gap-2 border-be border-line-subtle ps-4 pe-2">
        <h3 id={id} className="min-w-0 truncate text-md font-semibold">
          {heading}
        </h3>
        <Button size="sm" variant="ghost" aria-describedby={id} onClick={() => goTo(stepId)}>
          <FormattedMessage id="DesignSystem.Wizard.Edit" />
        </Button>
      </div>
      <div className="px-4 py-3">{children}</div>
    </section>
  )
}
