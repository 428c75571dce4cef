import { EmptyState } from '@assay/design-system'
import type { Queue, QueueView } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** Why a view has no case. */
export function NoCases({ queue: { counts }, view }: { queue: Queue; view: QueueView }) {
  if (view === 'pending')
    return counts.inReview > 0 ? (
      <EmptyState
        kind="done"
        title={<FormattedMessage id="Cases.None.AllUnderReview" />}
        description={<FormattedMessage id="Cases.None.pending.Text" />}
      />
    ) : (
      <EmptyState
        kind="done"
        title={<FormattedMessage id="Cases.None.pending" />}
        description={<FormattedMessage id="Cases.None.pending.Text" />}
      />
    )
  return <EmptyState kind="done" title={<FormattedMessage id={`Cases.None.${view}`} />} />
}
