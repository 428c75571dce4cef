export * from './copyable-id/copyable-id.tsx'
export * from './date-time/date-time.tsx'
export * from './decision-badge/decision-badge.tsx'
export * from './key-value-list/key-value-list.tsx'
export * from './money/money.tsx'
export * from './number-text/number-text.tsx'
export * from './relative-time/relative-time.tsx'
export { useNow } from './relative-time/use-now.ts'
export * from './score-meter/score-band.ts'
export * from './score-meter/score-meter.tsx'
export * from './stat-tile/stat-tile.tsx'
export * from './status-badge/status-badge.tsx'
export { type ActivityEntry, type ActivityKind, activityKinds } from './timeline/activity.ts'
export {
  ActivityTimeline,
  type ActivityTimelineProps,
  TimelineFilter,
  type TimelineFilterProps,
} from './timeline/activity-timeline.tsx'
export * from './timeline/timeline.tsx'
export { Tree } from './tree/tree.tsx'
export { parentIds as treeParentIds, type TreeNode } from './tree/tree-nodes.ts'
export type { TreeProps } from './tree/tree-props.ts'
