import { Heading } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'

/** What every section of the configuration gets. */
export interface SectionProps {
  configuration: AssessmentConfiguration
  locked: boolean
}

/** A section of the configuration: its name, its command and its summary. */
export const SummarySection = ({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) => (
  <section aria-label={title} className="flex flex-col gap-3">
    <div className="flex min-h-control items-center justify-between gap-3 border-be border-line-subtle pbe-2">
      <Heading level={2} size="md">
        {title}
      </Heading>
      {action}
    </div>
    {children}
  </section>
)
