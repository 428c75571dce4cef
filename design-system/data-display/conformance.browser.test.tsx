import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const {
  ActivityTimeline,
  CopyableId,
  CopyButton,
  DateTime,
  DecisionBadge,
  KeyValue,
  KeyValueGroup,
  KeyValueList,
  Money,
  NumberText,
  RelativeTime,
  ScoreMeter,
  StatTile,
  StatTileRow,
  StatusBadge,
  Timeline,
  TimelineDay,
  TimelineFilter,
  TimelineItem,
  Tree,
} = layer
const moment = Date.UTC(2026, 0, 5, 13, 4, 5)
/** Months, halves of the day and relative times are formatted by `Intl`. */
const intl = /\p{L}+/u

testLayerConformance(layer, {
  ActivityTimeline: {
    slot: 'activity-timeline',
    allowed: intl,
    render: root => (
      <ActivityTimeline
        label="[Activity]"
        entries={[{ id: 'a', kind: 'system', at: moment, text: '[Text]' }]}
        onLoadEarlier={() => undefined}
        {...root}
      />
    ),
  },
  CopyableId: { slot: 'copyable-id', render: root => <CopyableId value="7241-903" label="[order ID]" {...root} /> },
  CopyButton: {
    slot: 'icon-button',
    role: 'button',
    render: root => <CopyButton value="7241" label="[order ID]" {...root} />,
  },
  DateTime: {
    slot: 'date-time',
    role: 'time',
    allowed: intl,
    render: root => <DateTime value={moment} zone {...root} />,
  },
  DecisionBadge: {
    slot: 'decision-badge',
    render: root => <DecisionBadge decision="Reject" overridden="Review" {...root} />,
  },
  KeyValue: {
    slot: 'key-value',
    render: root => (
      <KeyValueList>
        <KeyValue term="[Phone]" {...root} />
      </KeyValueList>
    ),
  },
  KeyValueGroup: {
    slot: 'key-value-group',
    role: 'group',
    render: root => (
      <KeyValueGroup title="[Card]" {...root}>
        <KeyValue term="[Phone]" />
      </KeyValueGroup>
    ),
  },
  KeyValueList: {
    slot: 'key-value-list',
    role: 'dl',
    render: root => (
      <KeyValueList {...root}>
        <KeyValue term="[Phone]">[none]</KeyValue>
      </KeyValueList>
    ),
  },
  Money: { slot: 'money', allowed: /EUR|euros/, render: root => <Money amount={12.5} currency="EUR" {...root} /> },
  NumberText: { slot: 'number-text', render: root => <NumberText value={0.5} shape="percent" {...root} /> },
  RelativeTime: {
    slot: 'relative-time',
    role: 'time',
    allowed: intl,
    render: root => <RelativeTime value={moment} now={moment + 60_000} {...root} />,
  },
  ScoreMeter: {
    slot: 'score-meter',
    role: 'meter',
    render: root => <ScoreMeter value={871} variant="large" band {...root} />,
  },
  StatTile: {
    slot: 'stat-tile',
    role: 'article',
    rulesOff: ['heading-order'],
    render: root => (
      <StatTile label="[Rate]" value="2.84" change={{ text: '+0.6', direction: 'up', goodWhen: 'down' }} {...root} />
    ),
  },
  StatTileRow: {
    slot: 'stat-tile-row',
    rulesOff: ['heading-order'],
    render: root => (
      <StatTileRow {...root}>
        <StatTile label="[Rate]" error="[Not loaded]" onRetry={() => undefined} />
      </StatTileRow>
    ),
  },
  StatusBadge: { slot: 'badge', render: root => <StatusBadge status="Creating" {...root} /> },
  Timeline: {
    slot: 'timeline',
    role: 'ol',
    render: root => (
      <Timeline {...root}>
        <TimelineDay>[Today]</TimelineDay>
      </Timeline>
    ),
  },
  TimelineDay: {
    slot: 'timeline-day',
    role: 'li',
    render: root => (
      <Timeline>
        <TimelineDay {...root}>[Today]</TimelineDay>
      </Timeline>
    ),
  },
  TimelineFilter: {
    slot: 'icon-button',
    role: 'button',
    render: root => <TimelineFilter value={['event']} onValueChange={() => undefined} {...root} />,
  },
  TimelineItem: {
    slot: 'timeline-item',
    role: 'li',
    render: root => (
      <Timeline>
        <TimelineItem time="[now]" unread details="[More]" {...root}>
          [Text]
        </TimelineItem>
      </Timeline>
    ),
  },
  Tree: {
    slot: 'tree',
    role: 'tree',
    render: root => (
      <Tree
        label="[Environments]"
        nodes={[{ id: 'a', name: '[Harbor]', lazy: true, disabledReason: '[No access]' }]}
        defaultExpanded={['a']}
        {...root}
      />
    ),
  },
})
