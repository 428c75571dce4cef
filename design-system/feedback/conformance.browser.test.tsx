import { conformanceOfLayer } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const { Callout, EmptyState, ErrorState, Progress, Skeleton, SkeletonRows } = layer
const nothing = () => undefined

conformanceOfLayer(
  layer,
  {
    Callout: { slot: 'callout', role: 'status', render: root => <Callout live title="[Title]" onDismiss={nothing} {...root}>[Text]</Callout> },
    EmptyState: { slot: 'empty-state', render: root => <EmptyState title="[Nothing]" description="[Text]" {...root} /> },
    ErrorState: { slot: 'error-state', role: 'alert', render: root => <ErrorState title="[Failed]" correlationId="0-41" onRetry={nothing} {...root} /> },
    Progress: { slot: 'progress', role: 'progressbar', box: 'progress', render: root => <Progress label="[Upload]" value={62} {...root} /> },
    Skeleton: { slot: 'skeleton', render: root => <Skeleton {...root} /> },
    SkeletonRows: { slot: 'skeleton-rows', render: root => <SkeletonRows rows={2} {...root} /> },
  },
  { ToastProvider: 'renders the toasts of useToast; its stories open them' },
)
