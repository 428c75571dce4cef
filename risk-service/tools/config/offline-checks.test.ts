import { describe, expect, it } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import { builtInAssessments } from '../../engine/assessments/assessment-info.ts'
import { purchaseCheckEnvironment } from '../../engine/assessments/purchase-attributes.ts'
import {
  createFolderRegistry,
  findResourceIssues,
  mergeResources,
} from '../../features/configuration/checks/resource-checks.ts'
import { coverRules, findSettingsIssues } from '../../features/configuration/checks/rule-coverage.ts'
import { configToFiles, filesToConfig } from '../../features/configuration/files/config-files.ts'
import { planImport } from '../../features/configuration/import/plan-import.ts'
import { type EnvironmentConfig, emptyConfig } from '../../features/configuration/model.ts'
import { createOfflineContext } from './offline-context.ts'

const now = new Date('2026-01-01T00:00:00Z')
const read = (files: Record<string, string>) => filesToConfig(new Map(Object.entries(files)), now)
const call = (change: object) => ({
  'external-calls/Phone.json': JSON.stringify(
    {
      name: 'Phone',
      description: '',
      parameters: [{ name: 'phone', sample: '+47' }],
      configurations: [],
      method: 'GET',
      url: 'https://phone.example/',
      headers: [],
      requestBody: null,
      authentication: { method: 'anonymous' },
      keepAliveUrl: null,
      sampleResponse: { age: 7 },
      timeoutMs: 200,
      defaultResponse: null,
      ...change,
    },
    null,
    2,
  ),
})

describe('a folder is held to what a publish asks', () => {
  it.each([
    [
      'a parameter in the host',
      { url: 'https://{parameter.phone}.example/' },
      12,
      'url: A parameter cannot be part of the host.',
    ],
    [
      'a placeholder without a parameter',
      { url: 'https://phone.example/{parameter.none}' },
      12,
      'url: There is no parameter named none.',
    ],
    [
      'a header that the connection sets',
      { headers: [{ name: 'Host', value: 'x' }] },
      15,
      'headers.0.name: This header is set by the connection.',
    ],
  ])('an external call with %s', (_what, change, line, message) => {
    expect(read(call(change)).problems).toMatchObject([
      { file: 'external-calls/Phone.json', line, message, severity: 'error' },
    ])
  })
  it('which addresses may be called is for the service to say', () => {
    expect(read(call({ url: 'http://10.0.0.1/' })).problems).toEqual([])
  })
  it('the names of lists are spelled as the console stores them', () => {
    expect(read({ [`lists/custom/${'x'.repeat(61)}.csv`]: 'A\n1\n' }).problems).toMatchObject([
      { code: 'CFG001', message: expect.stringContaining('No list can have this name') as unknown },
    ])
    expect(
      read({ [`lists/custom/${'Gr\u00f6\u00dfe'.normalize('NFD')}.csv`]: 'A\n1\n' }).config.customLists[0]?.name,
    ).toBe('Gr\u00f6\u00dfe')
  })
  it('two files for one support list', () => {
    const csv = 'Value,Status\na@shop.example,Block\n'
    expect(
      read({ 'lists/support/Email Support List.csv': csv, 'lists/support/email support list.csv': csv }).problems,
    ).toMatchObject([{ code: 'CFG002', message: 'There are two files for email support list.' }])
  })
  it('settings of an assessment that there is not; of one that may be the tenant’s own it is taken on trust', () => {
    const { config } = read({
      'settings.json':
        '{ "Purchase": { "evaluation": "first" }, "Kyc": { "evaluation": "first" }, "accountlogin": { "evaluation": "first" } }',
    })
    const { assessments, problems } = createOfflineContext(config, new Map())
    expect(problems).toMatchObject([
      {
        file: 'settings.json',
        severity: 'warning',
        message: expect.stringMatching(/^Kyc is no built-in assessment/) as unknown,
      },
    ])
    expect(findSettingsIssues(config, key => assessments.find('', key) !== null)).toMatchObject([
      {
        file: 'settings.json',
        severity: 'error',
        code: 'CFG004',
        message: 'There is no assessment Purchase. This one is written purchase.',
      },
    ])
    expect(
      findSettingsIssues(config, key => builtInAssessments.find('', key) !== null).map(({ message }) => message),
    ).toContain('There is no assessment Kyc.')
  })
})

describe('condition and clauses copied into one file', () => {
  it('condition and clauses copied into one file are told apart by lines that the message names', () => {
    const found = read({
      'rules/purchase/A.fql': 'WHEN @"totalAmount" > 5\nRETURN Reject()',
      'velocities/B.fql': 'WHEN true\nSELECT Count() AS n FROM Purchase GROUPBY @"user.userId"',
    })
    const [covered] = runSync(coverRules(found, () => purchaseCheckEnvironment))
    expect(covered?.problems).toMatchObject([
      {
        file: 'rules/purchase/A.fql',
        line: 1,
        code: 'FQL1007',
        message: expect.stringContaining('"// Clause: Name"') as unknown,
      },
    ])
    const book = createFolderRegistry('', mergeResources(emptyConfig(), found.config, true), {
      assessments: builtInAssessments,
      lists: undefined,
      calls: {},
    })
    expect(runSync(findResourceIssues(found, book))).toMatchObject([
      { file: 'velocities/B.fql', code: 'FQL1007', message: expect.stringContaining('"// Velocity: Name"') as unknown },
    ])
  })
})

describe('what an environment has', () => {
  it('what an environment has comes back from its files letter for letter, with line ends at the end of a text too', () => {
    const texts = ['RETURN Reject()', 'RETURN Reject()\n', '\n\nRETURN Reject() \n\n', '']
    const config: EnvironmentConfig = {
      ...emptyConfig(),
      rules: [
        {
          assessment: 'purchase',
          type: 'decision',
          status: 'active',
          body: {
            name: 'R',
            description: '',
            condition: 'WHEN true\n',
            clauses: texts.map((text, index) => ({ name: `${index}`, section: 'prior', text })),
            sample: { payload: {}, riskScore: 0 },
          },
        },
      ],
      velocitySets: [
        {
          status: 'active',
          body: {
            name: 'V',
            description: '',
            condition: '\n',
            velocities: [{ text: 'SELECT Count() AS n FROM Purchase GROUPBY @"u"\n' }],
          },
        },
      ],
    }
    const back = filesToConfig(configToFiles(config), now)
    expect(back.config).toEqual(config)
    expect(planImport(config, back, { prune: true })).toEqual({ changes: [], left: [] })
  })
})

describe('entries of support lists', () => {
  const list = 'lists/support/IP Support List.csv'
  const current = (value: string): EnvironmentConfig => ({
    ...emptyConfig(),
    supportLists: [
      { name: 'IP Support List', entries: [{ value, status: 'Block', reason: '', expires: null, comments: '' }] },
    ],
  })
  it('entries of support lists that have expired are left out with a warning, and are no fault of the folder', () => {
    const { config, problems } = read({
      [list]: 'Value,Status,Expiration date\n192.0.2.1,Block,2025-12-31\n192.0.2.2,Block,2026-12-31\n',
    })
    expect(problems).toMatchObject([
      { file: list, severity: 'warning', code: 'CFG007', message: '1 entry has expired and is left out.' },
    ])
    expect(config.supportLists[0]?.entries.map(({ value }) => value)).toEqual(['192.0.2.2'])
    expect(read({ [list]: 'Value,Status,Expiration date\n192.0.2.1,Block,soon\n' }).problems).toMatchObject([
      { line: 2, severity: 'error', code: 'LST018' },
    ])
  })
  it('entries of support lists are known by what they stand for, not by their spelling', () => {
    const plan = (value: string) =>
      planImport(current(value), read({ [list]: 'Value,Status\n2001:DB8::1,Block\n' }), { prune: true })
    expect(plan('2001:db8:0:0::1')).toEqual({ changes: [], left: [] })
    expect(plan('2001:db8::2').changes).toMatchObject([{ details: ['1 added', '1 removed'] }])
  })
})

describe('settings', () => {
  const current: EnvironmentConfig = {
    ...emptyConfig(),
    settings: { purchase: { evaluation: 'first' }, accountlogin: {}, accountcreation: { payload: { a: 1 } } },
  }
  it('settings that only the environment has are named, and go when told so', () => {
    const files = { 'settings.json': '{ "accountcreation": { "payload": { "a": 1 } } }' }
    expect(planImport(current, read(files), { prune: false })).toEqual({
      changes: [],
      left: [{ kind: 'settings', action: 'delete', area: 'purchase', name: 'purchase', details: ['evaluation'] }],
    })
    expect(planImport(current, read(files), { prune: true })).toMatchObject({
      changes: [{ kind: 'settings', name: 'purchase' }],
      left: [],
    })
    expect(planImport(current, read({}), { prune: true })).toEqual({ changes: [], left: [] })
  })
  it('settings that say what an environment starts with change nothing', () => {
    expect(
      planImport(emptyConfig(), read({ 'settings.json': '{ "purchase": { "evaluation": "all" } }' }), { prune: false })
        .changes,
    ).toEqual([])
  })
})
