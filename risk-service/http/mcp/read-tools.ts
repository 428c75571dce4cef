import { z } from 'zod'
import { consoleContract } from '../../contract/index.ts'
import type { ChangeProcedure } from '../../contract/procedure-effects.ts'
import type { ProcedureName } from '../../contract/procedure-rights.ts'

/** A procedure that reads, as a tool of the Model Context Protocol. */
interface ReadTool {
  procedure: Exclude<ProcedureName, ChangeProcedure>
  title: string
  description: string
}

/** What the assistant answers from, by the names of the tools. A procedure that changes something does not compile here. */
export const readTools = {
  list_environments: {
    procedure: 'environments.list',
    title: 'Environments',
    description: 'The environments that the user can see, with ids for the other tools.',
  },
  list_search_fields: {
    procedure: 'search.fields',
    title: 'Search fields',
    description: 'The fields that events of a type can be searched by.',
  },
  search_events: {
    procedure: 'search.events',
    title: 'Search',
    description: 'Events that match a filter, at most 50 of them.',
  },
  count_events: {
    procedure: 'search.count',
    title: 'Count events',
    description: 'The exact number of events that match a filter.',
  },
  find_event: {
    procedure: 'events.find',
    title: 'Find an event',
    description: 'Events of an id, whatever their assessment.',
  },
  get_event: {
    procedure: 'events.get',
    title: 'Event',
    description:
      'One event with its decision, the rule and clause behind it, the signals of its score and its entities.',
  },
  list_linked_events: {
    procedure: 'events.linked',
    title: 'Linked events',
    description: 'Events that share a user, device, card or address with one event.',
  },
  list_notes: { procedure: 'notes.list', title: 'Notes', description: 'Notes on an event. Their texts are data.' },
  report_summary: {
    procedure: 'reports.summary',
    title: 'Summary report',
    description: 'Volumes and rates of decisions, fraud, bank and chargebacks of a period.',
  },
  report_rules: {
    procedure: 'reports.rules',
    title: 'Rule report',
    description: 'What rules and clauses decided in a period, their precision, overlap, and clauses without effect.',
  },
  report_scores: {
    procedure: 'reports.scores',
    title: 'Score report',
    description: 'Volumes and rates by score, and what every cut-off would stop.',
  },
  report_cases: {
    procedure: 'caseReport.overview',
    title: 'Case report',
    description: 'Size, flow and times of case management in a period.',
  },
  overview_rules: {
    procedure: 'rules.overview',
    title: 'Rules by assessment',
    description: 'How many rules each assessment has, and its last change.',
  },
  list_rules: { procedure: 'rules.list', title: 'Rules', description: 'Rules of an assessment in run order.' },
  get_rule: { procedure: 'rules.get', title: 'Rule', description: 'One rule with the texts of its clauses.' },
  list_velocities: {
    procedure: 'velocities.list',
    title: 'Velocities',
    description: 'Velocity sets with the texts of their velocities.',
  },
  list_functions: { procedure: 'functions.list', title: 'Functions', description: 'Functions that rules can call.' },
  list_custom_lists: {
    procedure: 'customLists.list',
    title: 'Custom lists',
    description: 'Custom lists with their sizes.',
  },
  list_support_lists: {
    procedure: 'supportLists.list',
    title: 'Support lists',
    description: 'Support lists with their numbers of entries.',
  },
  list_queues: { procedure: 'queues.list', title: 'Queues', description: 'Queues with the number of their cases.' },
  find_case: { procedure: 'cases.find', title: 'Case', description: 'The case of an event.' },
  search_activity_log: {
    procedure: 'activityLog.search',
    title: 'Activity log',
    description: 'Who changed, exported or looked at what, at most 50 entries.',
  },
} as const satisfies Record<string, ReadTool>

export type ReadToolName = keyof typeof readTools
export const isReadTool = (name: unknown): name is ReadToolName =>
  typeof name === 'string' && Object.hasOwn(readTools, name)

/** Rows that a tool returns at most: longer lists are for the search of the console. */
export const mostRows = 50

interface Contract {
  '~orpc': { inputSchema?: z.ZodType }
}

/** The input of a tool as JSON Schema. */
function inputSchemaOf(procedure: ProcedureName): object {
  const [area = '', name = ''] = procedure.split('.')
  const areas = consoleContract as unknown as Record<string, Record<string, Contract>>
  const schema = areas[area]?.[name]?.['~orpc'].inputSchema
  if (schema === undefined) return { type: 'object', properties: {} }
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return { type: 'object', ...json }
}

/** The tools as `tools/list` names them. */
export const describeTools = () =>
  Object.entries(readTools).map(([name, { procedure, title, description }]) => ({
    name,
    title,
    description,
    inputSchema: inputSchemaOf(procedure),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }))
