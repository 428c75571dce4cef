import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const {
  Callout,
  EmptyState,
  ErrorState,
  LoadingRegion,
  NotificationList,
  NotificationMenu,
  Progress,
  Skeleton,
  SkeletonChart,
  SkeletonRows,
  SkeletonText,
  SkeletonTile,
} = layer
const nothing = () => undefined
const notifications = [
  { id: 'a', tone: 'critical' as const, title: '[Failed]', text: '[Text]', time: '[Today]', unread: true },
]

testLayerConformance(
  layer,
  {
    Callout: {
      slot: 'callout',
      role: 'status',
      render: root => (
        <Callout live title="[Title]" onDismiss={nothing} {...root}>
          [Text]
        </Callout>
      ),
    },
    EmptyState: {
      slot: 'empty-state',
      render: root => <EmptyState title="[Nothing]" description="[Text]" {...root} />,
    },
    ErrorState: {
      slot: 'error-state',
      role: 'alert',
      render: root => <ErrorState title="[Failed]" correlationId="0-41" onRetry={nothing} {...root} />,
    },
    LoadingRegion: {
      slot: 'loading-region',
      render: root => <LoadingRegion loading name="[Rules]" skeleton={<Skeleton />} {...root} />,
    },
    NotificationList: {
      slot: 'notification-list',
      render: root => <NotificationList notifications={notifications} onRead={nothing} onDismiss={nothing} {...root} />,
    },
    NotificationMenu: {
      slot: 'notification-menu',
      role: 'button',
      render: root => <NotificationMenu notifications={notifications} onRead={nothing} {...root} />,
    },
    Progress: {
      slot: 'progress',
      role: 'progressbar',
      box: 'progress',
      render: root => <Progress label="[Upload]" value={62} {...root} />,
    },
    Skeleton: { slot: 'skeleton', render: root => <Skeleton {...root} /> },
    SkeletonChart: { slot: 'skeleton-chart', render: root => <SkeletonChart {...root} /> },
    SkeletonText: { slot: 'skeleton-text', render: root => <SkeletonText {...root} /> },
    SkeletonTile: { slot: 'skeleton-tile', render: root => <SkeletonTile {...root} /> },
    SkeletonRows: { slot: 'skeleton-rows', render: root => <SkeletonRows rows={2} {...root} /> },
  },
  { ToastProvider: 'renders the toasts of useToast; its stories open them' },
)
