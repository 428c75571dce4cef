import type { SentenceShape } from './sentence-shape.ts'

/** Sentences of overviews. */
export const overviewSentences = {
  'Assistant.Sentence.EnvironmentCount': {
    english: 'You can see {count, plural, one {# environment} other {# environments}}.',
    values: { count: 'count' },
    cites: true,
  },
  'Assistant.Sentence.EnvironmentRow': {
    english: '{environment}: {kind}, created on {at}.',
    values: { environment: 'text', kind: 'term:environmentKind', at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.QueueCount': {
    english:
      '{count, plural, one {There is # queue} other {There are # queues}} with {cases, plural, one {# open case} other {# open cases}}.',
    values: { count: 'count', cases: 'count' },
    cites: true,
  },
  'Assistant.Sentence.QueueRow': {
    english: '{queue}: {open, number} open, {waiting, number} waiting, {overdue, number} overdue.',
    values: { queue: 'text', open: 'count', waiting: 'count', overdue: 'count' },
    cites: true,
  },
  'Assistant.Sentence.VelocityCount': {
    english:
      '{count, plural, one {There is # velocity set} other {There are # velocity sets}} with {velocities, plural, one {# velocity} other {# velocities}}.',
    values: { count: 'count', velocities: 'count' },
    cites: true,
  },
  'Assistant.Sentence.VelocityRow': {
    english:
      '{set}: {status}, {velocities, plural, one {# velocity} other {# velocities}}, changed by {person} on {at}.',
    values: { set: 'text', status: 'term:status', velocities: 'count', person: 'text', at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.VelocitySystemRow': {
    english: '{set}: of the product, {velocities, plural, one {# velocity} other {# velocities}}.',
    values: { set: 'text', velocities: 'count' },
    cites: true,
  },
  'Assistant.Sentence.ListCount': {
    english: '{count, plural, one {There is # custom list} other {There are # custom lists}}.',
    values: { count: 'count' },
    cites: true,
  },
  'Assistant.Sentence.ListRow': {
    english: '{list}: {rows, plural, one {# row} other {# rows}}, changed on {at}.',
    values: { list: 'text', rows: 'count', at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.SupportListRow': {
    english: 'Support list {list}: {entries, plural, one {# entry} other {# entries}}.',
    values: { list: 'text', entries: 'count' },
    cites: true,
  },
  'Assistant.Sentence.RuleCount': {
    english: '{assessment}: {active, number} active and {inactive, number} inactive rules.',
    values: { assessment: 'text', active: 'count', inactive: 'count' },
    cites: true,
  },
  'Assistant.Sentence.RulePublished': {
    english: 'The last change of {assessment} was published by {person} on {at}.',
    values: { assessment: 'text', person: 'text', at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.RuleRow': {
    english: '{rule}: {status}, {count, plural, one {# event} other {# events}} decided in the last 24 hours.',
    values: { rule: 'text', status: 'term:status', count: 'count' },
    cites: true,
  },
} as const satisfies Record<string, SentenceShape>
