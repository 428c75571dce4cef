import type { SentenceShape } from './sentence-shape.ts'

/** Sentences with figures of reports, and of drafts. */
export const figureSentences = {
  'Assistant.Sentence.Figure': {
    english: '{metric}, {period}: {value}.',
    values: { metric: 'term:metric', value: 'figure', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.FigureNone': {
    english: '{metric}, {period}: there is no value.',
    values: { metric: 'term:metric', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.FigureNow': {
    english: '{metric}: {value} at this moment.',
    values: { metric: 'term:metric', value: 'figure' },
    cites: true,
  },
  'Assistant.Sentence.FigureHour': {
    english: '{metric} in the last hour: {value}.',
    values: { metric: 'term:metric', value: 'figure' },
    cites: true,
  },
  'Assistant.Sentence.UsageRow': {
    english: '{capability}: {used, number} in the billing cycle {period}.',
    values: { capability: 'term:meteredCapability', used: 'count', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.Scope': {
    english: 'Counted: {assessment} in {environment} and the environments below it, as read on {refreshed}.',
    values: { assessment: 'text', environment: 'text', refreshed: 'time' },
    cites: true,
  },
  'Assistant.Sentence.ReportsBegin': {
    english: 'Reports cover days from {day} on.',
    values: { day: 'date' },
    cites: true,
  },
  'Assistant.Sentence.FirstRead': {
    english: 'Reports are still reading transactions for the first time: the figures are of some of them.',
    values: {},
    cites: true,
  },
  'Assistant.Sentence.NoReportData': {
    english: 'Reports have no transactions of {assessment} yet.',
    values: { assessment: 'text' },
    cites: true,
  },
  'Assistant.Sentence.NotCovered': {
    english: '{period} is before the days that reports cover, which begin on {day}.',
    values: { period: 'period', day: 'date' },
    cites: true,
  },
  'Assistant.Sentence.Compared': {
    english: '{metric}: {value} in {period}, and {before} in {previous}.',
    values: { metric: 'term:metric', value: 'figure', period: 'period', before: 'figure', previous: 'period' },
    cites: true,
  },
  'Assistant.Sentence.Rose': {
    english: 'It rose by {change}.',
    values: { change: 'figure' },
    cites: true,
  },
  'Assistant.Sentence.Fell': {
    english: 'It fell by {change}.',
    values: { change: 'figure' },
    cites: true,
  },
  'Assistant.Sentence.RosePoints': {
    english: 'It rose by {points} percentage points.',
    values: { points: 'number' },
    cites: true,
  },
  'Assistant.Sentence.FellPoints': {
    english: 'It fell by {points} percentage points.',
    values: { points: 'number' },
    cites: true,
  },
  'Assistant.Sentence.Unchanged': {
    english: 'It did not change.',
    values: {},
    cites: true,
  },
  'Assistant.Sentence.TrendFirst': {
    english: '{metric} went from {first} on {from} to {last} on {to}.',
    values: { metric: 'term:metric', first: 'figure', from: 'date', last: 'figure', to: 'date' },
    cites: true,
  },
  'Assistant.Sentence.TrendHighest': {
    english: 'The highest value was {value}, from {date} on.',
    values: { value: 'figure', date: 'date' },
    cites: true,
  },
  'Assistant.Sentence.TrendLowest': {
    english: 'The lowest value was {value}, from {date} on.',
    values: { value: 'figure', date: 'date' },
    cites: true,
  },
  'Assistant.Sentence.TrendShort': {
    english: '{period} has too few values of {metric} for a trend.',
    values: { period: 'period', metric: 'term:metric' },
    cites: true,
  },
  'Assistant.Sentence.Cutoff': {
    english:
      'In {period}, a cut-off of {cutoff} would have stopped {volume} transactions, {share} of those with a score.',
    values: { cutoff: 'number', period: 'period', volume: 'figure', share: 'percentage' },
    cites: true,
  },
  'Assistant.Sentence.CutoffNone': {
    english: 'In {period}, no transaction has a score.',
    values: { period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.CutoffFraud': {
    english: 'It would have stopped {detected} of the known fraud, and {good} of the known good transactions.',
    values: { detected: 'percentage', good: 'percentage' },
    cites: true,
  },
  'Assistant.Sentence.CutoffUnknown': {
    english:
      'Too little is known of fraud and good transactions in {period} to say what it would have stopped of them.',
    values: { period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.CutoffInForce': {
    english: 'A published rule rejects by the score alone from {cutoff} on.',
    values: { cutoff: 'number' },
    cites: true,
  },
  'Assistant.Sentence.CutoffFound': {
    english: 'The cut-off that earns most at a margin of {margin} percent is {cutoff}.',
    values: { margin: 'number', cutoff: 'number' },
    cites: true,
  },
  'Assistant.Sentence.FewConfirmed': {
    english:
      'Only {count, plural, one {# transaction is} other {# transactions are}} known as fraud or good: rates may say little.',
    values: { count: 'count' },
    cites: true,
  },
  'Assistant.Sentence.Draft': {
    english: 'Here is a draft of a {kind}. Nothing is saved.',
    values: { kind: 'term:draft' },
    cites: false,
  },
  'Assistant.Sentence.DraftProblems': {
    english: 'The draft of a {kind} has {count, plural, one {# problem} other {# problems}}. Nothing is saved.',
    values: { kind: 'term:draft', count: 'count' },
    cites: false,
  },
  'Assistant.Sentence.DraftCount': {
    english: 'The filter finds {count, plural, one {# event} other {# events}} from {period}.',
    values: { count: 'count', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.DraftReads': {
    english: 'It reads {fields} of {assessment}.',
    values: { fields: 'code', assessment: 'text' },
    cites: true,
  },
  'Assistant.Sentence.DraftNoConditions': {
    english: 'I found no condition in the question. Name an attribute, a comparison and a value.',
    values: {},
    cites: false,
  },
  'Assistant.Sentence.DraftUnknownField': {
    english: '{assessment} has no attribute {field}: the condition was left out.',
    values: { field: 'code', assessment: 'text' },
    cites: true,
  },
} as const satisfies Record<string, SentenceShape>
