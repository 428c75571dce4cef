import type { SentenceShape } from './sentence-shape.ts'

/** Sentences about one event, one rule, one case, notes and the activity log. */
export const explanationSentences = {
  'Assistant.Sentence.EventDecided': {
    english: '{event} got the decision {decision} on {at}.',
    values: { event: 'code', decision: 'term:decision', at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.EventUndecided': {
    english: '{event} of {at} was not decided: it came from a data upload.',
    values: { event: 'code', at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.EventScore': {
    english: 'Its risk score is {score}.',
    values: { score: 'number' },
    cites: true,
  },
  'Assistant.Sentence.EventClause': {
    english: 'Clause {clause} of rule {rule} decided.',
    values: { clause: 'text', rule: 'text' },
    cites: true,
  },
  'Assistant.Sentence.EventNoRule': {
    english: 'No rule decided: without one, an event is approved.',
    values: {},
    cites: true,
  },
  'Assistant.Sentence.EventCondition': {
    english: 'Its condition was true: {condition}',
    values: { condition: 'code' },
    cites: true,
  },
  'Assistant.Sentence.EventRead': {
    english: '{name} was {value}.',
    values: { name: 'code', value: 'text' },
    cites: true,
  },
  'Assistant.Sentence.EventReason': {
    english: 'The reason code is {reason}.',
    values: { reason: 'text' },
    cites: true,
  },
  'Assistant.Sentence.EventRaised': {
    english: '{signal} raised the score by {points} points.',
    values: { signal: 'term:signal', points: 'number' },
    cites: true,
  },
  'Assistant.Sentence.EventLowered': {
    english: '{signal} lowered the score by {points} points.',
    values: { signal: 'term:signal', points: 'number' },
    cites: true,
  },
  'Assistant.Sentence.EventLabel': {
    english: 'It is labelled {label}.',
    values: { label: 'term:label' },
    cites: true,
  },
  'Assistant.Sentence.EventQueue': {
    english: 'Its case went to the queue {queue}.',
    values: { queue: 'text' },
    cites: true,
  },
  'Assistant.Sentence.LinkedBy': {
    english: '{count, plural, one {# other event shares} other {# other events share}} its {entity}.',
    values: { count: 'count', entity: 'term:entity' },
    cites: true,
  },
  'Assistant.Sentence.LinkedLatest': {
    english: 'The latest of them is {event}, with the decision {decision}.',
    values: { event: 'code', decision: 'term:decision' },
    cites: true,
  },
  'Assistant.Sentence.LinkedNone': {
    english: 'No other event shares a user, device, card or address with {event}.',
    values: { event: 'code' },
    cites: true,
  },
  'Assistant.Sentence.RuleStatus': {
    english: 'Rule {rule} of {assessment} is {status}, version {version}, changed by {person} on {at}.',
    values: {
      rule: 'text',
      assessment: 'text',
      status: 'term:status',
      version: 'number',
      person: 'text',
      at: 'time',
    },
    cites: true,
  },
  'Assistant.Sentence.RuleAlways': {
    english: 'It applies to every event.',
    values: {},
    cites: true,
  },
  'Assistant.Sentence.RuleCondition': {
    english: 'It applies to events for which this is true: {condition}',
    values: { condition: 'code' },
    cites: true,
  },
  'Assistant.Sentence.ClauseDecides': {
    english: 'Clause {clause} returns {decision} when this is true: {condition}',
    values: { clause: 'text', decision: 'term:decision', condition: 'code' },
    cites: true,
  },
  'Assistant.Sentence.ClauseDecidesAlways': {
    english: 'Clause {clause} returns {decision} for every event that reaches it.',
    values: { clause: 'text', decision: 'term:decision' },
    cites: true,
  },
  'Assistant.Sentence.ClauseText': {
    english: 'Clause {clause}: {text}',
    values: { clause: 'text', text: 'code' },
    cites: true,
  },
  'Assistant.Sentence.RuleUses': {
    english: 'It uses {names}.',
    values: { names: 'code' },
    cites: true,
  },
  'Assistant.Sentence.RuleDecided': {
    english: 'In {period} it decided {count, plural, one {# transaction} other {# transactions}}.',
    values: { count: 'count', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.RulePrecision': {
    english: 'Of what it stopped and is known, {precision} was fraud.',
    values: { precision: 'percentage' },
    cites: true,
  },
  'Assistant.Sentence.RuleUnused': {
    english: 'Rule {rule} decided nothing in {period}.',
    values: { rule: 'text', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.ClauseDead': {
    english:
      'Clause {clause} of rule {rule} was tested {count, plural, one {# time} other {# times}} in {period} and never had an effect.',
    values: { clause: 'text', rule: 'text', count: 'count', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.ClauseShadowed': {
    english: 'Clause {clause} of rule {rule} was never reached in {period}: something before it had decided.',
    values: { clause: 'text', rule: 'text', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.UnusedNone': {
    english: 'Every published rule and clause had an effect in {period}.',
    values: { period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.Overlap': {
    english: 'Rule {rule} decided {share} of what {observing} observed in {period}.',
    values: { rule: 'text', share: 'percentage', observing: 'text', period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.OverlapCatches': {
    english:
      'All known fraud that rule {rule} pointed at in {period} ({count, number}) was pointed at by another rule, too.',
    values: { rule: 'text', period: 'period', count: 'count' },
    cites: true,
  },
  'Assistant.Sentence.OverlapNone': {
    english: 'No rules overlapped in {period}.',
    values: { period: 'period' },
    cites: true,
  },
  'Assistant.Sentence.CaseState': {
    english: 'The case of {event} is in the queue {queue}; its state is {state}.',
    values: { event: 'code', queue: 'text', state: 'term:caseState' },
    cites: true,
  },
  'Assistant.Sentence.CaseEntered': {
    english: 'It came to the queue on {at}, by clause {clause} of rule {rule}.',
    values: { at: 'time', clause: 'text', rule: 'text' },
    cites: true,
  },
  'Assistant.Sentence.CaseScore': {
    english: 'Risk score {score}, decision {decision}.',
    values: { score: 'number', decision: 'term:decision' },
    cites: true,
  },
  'Assistant.Sentence.CaseAmount': {
    english: 'Its amount is {amount}.',
    values: { amount: 'money' },
    cites: true,
  },
  'Assistant.Sentence.CaseAssigned': {
    english: 'It is assigned to {person}.',
    values: { person: 'text' },
    cites: true,
  },
  'Assistant.Sentence.CaseDue': {
    english: 'Its time-out is on {at}.',
    values: { at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.CaseDecided': {
    english: '{person} decided {decision} on {at}.',
    values: { person: 'text', decision: 'text', at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.CaseDecidedBySystem': {
    english: 'It was decided {decision} on {at}, without a reviewer.',
    values: { decision: 'text', at: 'time' },
    cites: true,
  },
  'Assistant.Sentence.CaseTags': {
    english: 'Its tags are {tags}.',
    values: { tags: 'text' },
    cites: true,
  },
  'Assistant.Sentence.CaseSteps': {
    english: 'Its history has {count, plural, one {# step} other {# steps}}.',
    values: { count: 'count' },
    cites: true,
  },
  'Assistant.Sentence.NotesCount': {
    english: '{event} has {count, plural, one {# note} other {# notes}}.',
    values: { event: 'code', count: 'count' },
    cites: true,
  },
  'Assistant.Sentence.NotesNone': {
    english: '{event} has no notes.',
    values: { event: 'code' },
    cites: true,
  },
  'Assistant.Sentence.Note': {
    english: '{person} wrote on {at}: “{text}”',
    values: { person: 'text', at: 'time', text: 'text' },
    cites: true,
  },
  'Assistant.Sentence.LogCount': {
    english: '{period}: {count, plural, one {# entry} other {# entries}} of the activity log.',
    values: { period: 'period', count: 'count' },
    cites: true,
  },
  'Assistant.Sentence.LogNamedCount': {
    english: '{period}: {count, plural, one {# entry} other {# entries}} of the activity log about {name}.',
    values: { period: 'period', count: 'count', name: 'text' },
    cites: true,
  },
  'Assistant.Sentence.LogEntry': {
    english: '{at}: {person}, {operation}, {resource} {name}.',
    values: {
      at: 'time',
      person: 'text',
      operation: 'term:operation',
      resource: 'term:resource',
      name: 'text',
    },
    cites: true,
  },
} as const satisfies Record<string, SentenceShape>
