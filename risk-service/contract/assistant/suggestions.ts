import type { Capability } from '../access/capabilities.ts'
import type { Intent } from './intents.ts'

interface Suggestion {
  intent: Intent
  /** What it says in en-US. */
  english: string
  /** Pages on which it is suggested, with those below them; `/`: everywhere. */
  pages: readonly string[]
  /** The right without which its answer would be a refusal. */
  needs: Capability
}

/** Suggested questions by the id of their message. Each wants its intent, whatever its words are in a language. */
export const suggestions = {
  'Assistant.Suggestion.ExplainTransaction': {
    intent: 'explain-transaction',
    english: 'Why was this transaction decided like this?',
    pages: ['/search', '/casemanagement/queues', '/fraud/purchase/support'],
    needs: 'search',
  },
  'Assistant.Suggestion.LinkedTransactions': {
    intent: 'linked-transactions',
    english: 'Which transactions are linked to this one?',
    pages: ['/search', '/casemanagement/queues', '/fraud/purchase/support'],
    needs: 'search',
  },
  'Assistant.Suggestion.DraftFilter': {
    intent: 'draft-filter',
    english: 'Draft a filter for rejected purchases with a score over 800',
    pages: ['/search'],
    needs: 'search',
  },
  'Assistant.Suggestion.SummariseNotes': {
    intent: 'summarise-notes',
    english: 'Summarise the notes on this transaction',
    pages: ['/search'],
    needs: 'notes',
  },
  'Assistant.Suggestion.SummariseCase': {
    intent: 'summarise-case',
    english: 'Summarise this case',
    pages: ['/casemanagement/queues'],
    needs: 'cases.review',
  },
  'Assistant.Suggestion.Queues': {
    intent: 'overview-queues',
    english: 'How many cases wait in each queue?',
    pages: ['/casemanagement'],
    needs: 'cases.queues',
  },
  'Assistant.Suggestion.UnusedRules': {
    intent: 'unused-rules',
    english: 'Which rules were not used in the last 30 days?',
    pages: ['/fraud', '/rulesconfiguration', '/data/rules', '/reports/rules'],
    needs: 'reports.general',
  },
  'Assistant.Suggestion.OverlappingRules': {
    intent: 'overlapping-rules',
    english: 'Which rules overlap?',
    pages: ['/fraud', '/rulesconfiguration', '/data/rules', '/reports/rules'],
    needs: 'reports.general',
  },
  'Assistant.Suggestion.Rules': {
    intent: 'overview-rules',
    english: 'Give me an overview of the rules',
    pages: ['/fraud', '/rulesconfiguration', '/data/rules'],
    needs: 'rules',
  },
  'Assistant.Suggestion.DraftClause': {
    intent: 'draft-clause',
    english: 'Draft a clause that rejects purchases with a risk score over 900',
    pages: ['/fraud', '/rulesconfiguration', '/data/rules'],
    needs: 'rules',
  },
  'Assistant.Suggestion.FraudRate': {
    intent: 'figure',
    english: 'What was the fraud rate in the last 30 days?',
    pages: ['/reports'],
    needs: 'reports.general',
  },
  'Assistant.Suggestion.CompareWeeks': {
    intent: 'compare-periods',
    english: 'Compare the transactions of last week with the week before',
    pages: ['/reports'],
    needs: 'reports.general',
  },
  'Assistant.Suggestion.Trend': {
    intent: 'trend',
    english: 'How did the rejected rate develop in the last 30 days?',
    pages: ['/reports'],
    needs: 'reports.general',
  },
  'Assistant.Suggestion.Cutoff': {
    intent: 'cutoff',
    english: 'What would a score cut-off of 800 stop?',
    pages: ['/reports/scores'],
    needs: 'reports.scores',
  },
  'Assistant.Suggestion.Velocities': {
    intent: 'overview-velocities',
    english: 'Give me an overview of the velocities',
    pages: ['/data'],
    needs: 'velocities',
  },
  'Assistant.Suggestion.DraftVelocity': {
    intent: 'draft-velocity',
    english: 'Draft a velocity that counts purchases by device in one hour',
    pages: ['/data/velocities'],
    needs: 'velocities',
  },
  'Assistant.Suggestion.Lists': {
    intent: 'overview-lists',
    english: 'Give me an overview of the lists',
    pages: ['/data'],
    needs: 'lists.custom',
  },
  'Assistant.Suggestion.Log': {
    intent: 'summarise-log',
    english: 'Who changed what in the last 7 days?',
    pages: ['/settings', '/adminsettings'],
    needs: 'settings.activitylogs',
  },
  'Assistant.Suggestion.Environments': {
    intent: 'overview-environments',
    english: 'Which environments do we have?',
    pages: ['/environments', '/settings', '/adminsettings', '/integration'],
    needs: 'dashboard',
  },
  'Assistant.Suggestion.Volume': {
    intent: 'figure',
    english: 'How many transactions did we have yesterday?',
    pages: ['/'],
    needs: 'reports.general',
  },
  'Assistant.Suggestion.RejectedRate': {
    intent: 'figure',
    english: 'What was the rejected rate last week?',
    pages: ['/'],
    needs: 'reports.general',
  },
  'Assistant.Suggestion.HelpSearch': {
    intent: 'help',
    english: 'How do I search for a transaction?',
    pages: ['/'],
    needs: 'copilot',
  },
  'Assistant.Suggestion.HelpVelocity': {
    intent: 'help',
    english: 'What is a velocity?',
    pages: ['/'],
    needs: 'copilot',
  },
  'Assistant.Suggestion.HelpQueue': {
    intent: 'help',
    english: 'How do I review a case?',
    pages: ['/'],
    needs: 'copilot',
  },
  'Assistant.Suggestion.HelpRule': {
    intent: 'help',
    english: 'How do I write a rule?',
    pages: ['/'],
    needs: 'copilot',
  },
} as const satisfies Record<string, Suggestion>

/** The id of the message of a suggested question. */
export type SuggestionKey = keyof typeof suggestions
