import { RelativeTime } from '@assay/design-system'
import type { CallMetrics, ExternalAssessment } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { OutgoingCard } from '../../platform/outgoing-requests/outgoing-card.tsx'
import { useAssessmentsHref } from './links.ts'

interface AssessmentCardProps {
  assessment: ExternalAssessment & { figures: CallMetrics }
  write: boolean
  onOpen: () => void
  onDelete: () => void
}

/** One external assessment: what it calls, and how that went. */
export function AssessmentCard({
  assessment: { id, body, target, figures, usedByActive, updatedBy, updatedAt },
  write,
  onOpen,
  onDelete,
}: AssessmentCardProps) {
  const href = useAssessmentsHref()
  return (
    <OutgoingCard
      name={body.name}
      open={onOpen}
      performance={href(id)}
      description={body.description}
      figures={figures}
      used={usedByActive}
      target={
        target === null ? (
          <p className="text-danger-text">
            <FormattedMessage id="ExternalAssessments.Target.Gone" />
          </p>
        ) : (
          <p className="flex flex-wrap gap-x-2 text-fg-secondary">
            <bdi>{target.name}</bdi>
            <bdi className="text-fg-muted">{target.environmentPath}</bdi>
          </p>
        )
      }
      foot={
        <>
          <bdi>{updatedBy}</bdi> <RelativeTime value={updatedAt} />
        </>
      }
      {...(write ? { onEdit: onOpen, onDelete } : {})}
    />
  )
}
