import { Button, Heading } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { readRecovery } from '../../../platform/recovery/use-recovery.ts'

/** What every section of the configuration gets. */
export interface SectionProps {
  configuration: AssessmentConfiguration
  locked: boolean
}

interface SummarySectionProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

/** Head of a section, with its command. */
export const SectionTitle = ({ title, action }: { title: string; action?: ReactNode }) => (
  <div className="flex min-h-control items-center justify-between gap-3 border-be border-line-subtle pbe-2">
    <Heading level={2} size="md">
      {title}
    </Heading>
    {action}
  </div>
)

/** A section of the configuration: its name, its command and its summary. */
export const SummarySection = ({ title, action, children }: SummarySectionProps) => (
  <section aria-label={title} className="flex flex-col gap-3">
    <SectionTitle title={title} action={action} />
    {children}
  </section>
)

interface EditedSectionProps {
  title: string
  locked: boolean
  /** Of what was typed in the dialog when the session ended: it opens again. */
  recoveryId: string
  children: ReactNode
  dialog: (onClose: () => void) => ReactNode
}

/** A section of the configuration that a dialog changes. */
export function EditedSection({ title, locked, recoveryId, children, dialog }: EditedSectionProps) {
  const [editing, setEditing] = useState(() => readRecovery(recoveryId) !== undefined)
  const edit = (
    <Button size="sm" onClick={() => setEditing(true)}>
      <FormattedMessage id="Common.Edit" />
    </Button>
  )
  return (
    <SummarySection title={title} action={locked ? null : edit}>
      {children}
      {editing ? dialog(() => setEditing(false)) : null}
    </SummarySection>
  )
}
