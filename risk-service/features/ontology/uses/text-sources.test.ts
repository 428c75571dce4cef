import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertRuleSettingsSchema } from '../../../contract/alerts/alert-rules.ts'
import type { FieldUse, Ontology } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { putRule } from '../../alerts/rules/rule-store.ts'
import { insertDecisions, insertResource, insertRule, insertTemplate, ruleBody } from '../testing/stored-texts.ts'
import { textSources } from './text-sources.ts'

/** Columns that hold documents or texts, and why no attribute is read in them. */
const withoutTexts: Readonly<Record<string, string>> = {
  'assessment.schema': 'names attributes and reads none; its data subject is a use of its own',
  'assessment.settings': 'its data subject and the fields of its reports are uses of their own: definition-reads.ts',
  'assessment.observations': 'the event that each is about is a use of its own',
  'assessment.sample': 'values of an example',
  'alert_rule.checked': 'figures',
  'alert_incident.settings': 'the alert rule as it was when it fired',
  'alert_incident.peak': 'figures',
  'alert_incident.act': 'history',
  'api_client_credential.certificate': 'a credential',
  'assistant_entry.answer': 'values of answers; a draft in one is no resource',
  'attack.fingerprint': 'figures',
  'attack.keys': 'values of attempts',
  'audit_log.before': 'history',
  'audit_log.after': 'history',
  'audit_head.public_key': 'a public key',
  'backtest.body': 'a tried change, as it was when the back-test began',
  'backtest.result': 'figures',
  'dual_run.words': 'words of decisions of a former system',
  'mirror.words': 'words of decisions of a former system',
  'mirror.notes': 'what a comparison does not have',
  'event_subscription.target': 'an address',
  'event_subscription.history': 'times and numbers',
  'list.columns': 'names of columns',
  'report_path.observed': 'names of clauses that observed',
  'report_transaction.data_values': 'values of events',
  'loss_month.reasons': 'figures',
  'loss_report.spans': 'days',
  'retail_connection.positions': 'how far a retail system is read',
  'retail_sync.issues': 'faults of rows of a retail system',
  'upload_file.columns': 'names of columns',
  'upload_mapping.column_of': 'names of attributes and of columns',
  'upload_mapping.formats': 'formats of the values of attributes',
  'upload_run.statistics': 'figures',
  'upload_run_file.findings': 'counts by codes and attributes',
  'upload_issue.code': 'codes of issues such as U-11',
  'upload_issue.params': 'parameters of messages about rows',
  'upload_child.body': 'rows of uploaded files',
}

const tables = join(import.meta.dirname, '../../../ports/tables')
const files = readdirSync(tables, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))

/** Returns the columns that can hold a text of the language: documents, and columns named after texts. */
function documentColumns(): string[] {
  const names = new Map<string, string>()
  const database = readFileSync(join(tables, '../database.ts'), 'utf8')
  for (const [, table = '', type = ''] of database.matchAll(/^ {2}(\w+): (\w+Table)$/gm)) names.set(table, type)
  const sources = files.map(name => readFileSync(join(tables, name), 'utf8')).join('\n')
  const columnsOf = (type: string): string[] => {
    const body = new RegExp(`interface ${type}\\b[^{]*{([^}]*)}`).exec(sources)?.[1] ?? ''
    return [...body.matchAll(/^ {2}(\w+): (.*)$/gm)].flatMap(([, column = '', declared = '']) =>
      /Json|Record|unknown/.test(declared) || /^(text|code|condition|expression|statement|query)$/.test(column)
        ? [column]
        : [],
    )
  }
  return [...names].flatMap(([table, type]) => columnsOf(type).map(column => `${table}.${column}`))
}

/** What a service stores of events, cases and people, of its own figures, and what was or may become of a text. */
const noResource =
  /^(event|event_body|event_label|data_event|case_\w+|review_case|note\w*|notification\w*|saved_view\w*|user_preference|repeated_call|telemetry|device_session|shadow_run|rule_(draft|version|setting|chain|hour|snooze)|(velocity_set|function)_(draft|version)|environment_filling|velocity\w*_\w+|velocity|model_\w+|external_call|external_assessment|outgoing_call_minute|api_\w+|list_\w+|support_entry|reviewer_\w+|assignment_turn|personal_data_grant|environment|tenant|principal|search_\w+)\./

describe('resources with texts', () => {
  it('are all covered: a document of a new table is a source of texts, or is said to be none', () => {
    const columns = documentColumns()
    expect(columns).toEqual(expect.arrayContaining(Object.keys(textSources)))
    const open = columns.filter(
      column => !(column in textSources) && !(column in withoutTexts) && !noResource.test(column),
    )
    expect(open).toEqual([])
  })
})

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  const reads = (path: string): string => `RETURN Reject() WHEN @"customData.${path}" == "x"`
  const rule = ruleBody('Inner', 'WHEN @"customData.r1" == 1', [reads('r2')])
  await insertRule(db, { name: 'Decide', condition: 'WHEN @"customData.d1" == 1', clauses: [reads('d2')] })
  await insertRule(db, { name: 'Act', type: 'postDecision', clauses: ['DO SetVariables(a = @"customData.a1")'] })
  await insertRule(db, {
    name: 'Route',
    type: 'routing',
    clauses: ['ROUTETO Queue("General") WHEN @"customData.q1" == 1'],
  })
  const count = 'SELECT Count() AS n FROM Purchase WHEN @"customData.v2" == 1 GROUPBY @"customData.v3"'
  const velocities = { condition: 'WHEN @"customData.v1" == 1', velocities: [{ text: count }] }
  await insertResource(db, 'velocity_set', 'Set', velocities)
  const code = { properties: [{ name: 'Score', code: 'RETURN @"customData.f1"' }] }
  await insertResource(db, 'function', 'Fun', code)
  await insertDecisions(db, 'DO SetVariables(a = @"customData.c1")', 'DO SetVariables(a = @"customData.c2")')
  await insertTemplate(db, 'rule', 'One rule', { assessment: { key: 'purchase' }, type: 'decision', body: rule })
  await insertTemplate(db, 'environment', 'All', {
    rules: [{ assessment: 'purchase', body: ruleBody('E', 'WHEN @"customData.e1" == 1', [reads('e2')]) }],
    velocitySets: [{ body: { ...velocities, name: 'TS', velocities: [{ text: count.replaceAll('.v', '.t') }] } }],
    functions: [{ name: 'TF', properties: [{ name: 'P', code: 'RETURN @"customData.e3"' }] }],
  })
  await insertTemplate(db, 'assessment', 'Other', {
    definition: { apiName: 'purchase' },
    rules: [{ body: ruleBody('A', '', [reads('s1')]) }],
  })
  await putRule(db, {
    id: randomUUID(),
    environment_id: places.root,
    name: 'Empty field',
    settings: alertRuleSettingsSchema.parse({
      name: 'Empty field',
      metric: 'fillRate',
      eventType: 'purchase',
      field: 'customData.w1',
      window: '1h',
      condition: { kind: 'below', value: 0.5 },
    }),
    enabled: true,
    checked_at: null,
    checked: null,
    snoozed_until: null,
    changed_by_id: randomUUID(),
    changed_by: 'Test',
    version: 1,
    created_at: now,
    updated_at: now,
  })
})
afterAll(() => bench.close())

it.each([
  ['d1', 'rule', 'Decide', null],
  ['d2', 'rule', 'Decide', 'Clause 1'],
  ['a1', 'rule', 'Act', 'Clause 1'],
  ['q1', 'rule', 'Route', 'Clause 1'],
  ['v1', 'velocity', 'Set', null],
  ['v2', 'velocity', 'Set', 'n'],
  ['v3', 'velocity', 'Set', 'n'],
  ['f1', 'function', 'Fun', 'Score'],
  ['c1', 'decision', 'purchase', 'Approve'],
  ['c2', 'decision', 'purchase', null],
  ['r1', 'template', 'One rule', null],
  ['r2', 'template', 'One rule', 'Clause 1'],
  ['e1', 'template', 'All', 'E'],
  ['e2', 'template', 'All', 'E: Clause 1'],
  ['t2', 'template', 'All', 'TS: n'],
  ['e3', 'template', 'All', 'TF: P'],
  ['s1', 'template', 'Other', 'A: Clause 1'],
  ['w1', 'alert', 'Empty field', null],
] as const)('finds customData.%s in a %s', async (attribute, kind, name, place) => {
  const path = `/environments/${places.root}/ontology/purchase`
  const { json } = await bench.call('engineer', 'GET', `${path}/uses?event=purchase&path=customData.${attribute}`)
  const { uses } = json as { uses: FieldUse[] }
  expect(uses).toContainEqual(expect.objectContaining({ kind, name, place }))
  const { attributes } = (await bench.call('engineer', 'GET', path)).json as Ontology
  expect(attributes.find(each => each.path.toLowerCase() === `customdata.${attribute}`)?.uses).toBe(uses.length)
})
