import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import { supportLists } from '../../contract/lists/list-definitions.ts'
import { builtInAssessments } from '../../engine/assessments/assessment-info.ts'
import { purchaseCheckEnvironment } from '../../engine/assessments/purchase-attributes.ts'
import {
  createFolderRegistry,
  findResourceIssues,
  mergeResources,
} from '../../features/configuration/checks/resource-checks.ts'
import { coverRules } from '../../features/configuration/checks/rule-coverage.ts'
import { configToFiles, filesToConfig } from '../../features/configuration/files/config-files.ts'
import { fileNameOf, nameOf } from '../../features/configuration/files/file-names.ts'
import { positionOfMember } from '../../features/configuration/files/json-position.ts'
import { planImport } from '../../features/configuration/import/plan-import.ts'
import {
  type ConfigFileIssue,
  type ConfigRule,
  type EnvironmentConfig,
  emptyConfig,
} from '../../features/configuration/model.ts'
import { createOfflineContext } from './offline-context.ts'

const rule = (
  name: string,
  change: Partial<ConfigRule['body']> & {
    status?: 'active' | 'inactive'
    assessment?: string
    type?: ConfigRule['type']
  } = {},
): ConfigRule => {
  const { status = 'active', assessment = 'purchase', type = 'decision', ...body } = change
  return {
    assessment,
    type,
    status,
    body: {
      name,
      description: '',
      condition: '',
      clauses: [{ name: 'clause1', section: 'prior', text: 'RETURN Review("look")' }],
      sample: { payload: {}, riskScore: 0 },
      ...body,
    },
  }
}
const config: EnvironmentConfig = {
  settings: { purchase: { evaluation: 'first' } },
  rules: [
    rule('Second by name', {
      condition: 'WHEN @"user.userId" != ""',
      clauses: [
        { name: 'clause1', section: 'prior', text: 'RETURN Reject("no")\nWHEN @"totalAmount" > 5' },
        { name: 'What / ever?', section: 'postRisk', text: 'RETURN Approve("yes")', visual: false },
      ],
    }),
    rule('First by name', {
      status: 'inactive',
      description: 'Off.',
      sample: { payload: { purchaseId: 'p' }, riskScore: 7 },
    }),
  ],
  velocitySets: [
    {
      status: 'inactive',
      body: {
        name: 'Per user',
        description: 'How often',
        condition: 'WHEN @"currency" == "EUR"',
        velocities: [
          { text: 'SELECT Count() AS perUser\nFROM Purchase\nGROUPBY @"user.userId"' },
          { text: 'SELECT Sum(@"totalAmount") AS spent FROM Purchase GROUPBY @"user.userId"' },
        ],
      },
    },
  ],
  functions: [
    {
      name: 'Pricing',
      description: '',
      parameters: [{ name: '_qty', type: 'Integer', default: '1' }],
      sample: { eventType: 'Purchase', payload: { totalAmount: 5 } },
      properties: [
        { name: 'Total', description: 'All', type: 'Double', default: '0', code: 'LET $n = _qty\nRETURN $n * 2' },
      ],
    },
  ],
  externalCalls: [
    {
      name: 'phoneCheck',
      description: '',
      parameters: [{ name: 'phone', sample: '+47' }],
      configurations: [{ name: 'key', value: { kept: true } }],
      method: 'GET',
      url: 'https://phone.example/',
      headers: [],
      requestBody: null,
      authentication: { method: 'basic', userName: 'u', password: { kept: true } },
      keepAliveUrl: null,
      sampleResponse: { age: 7 },
      timeoutMs: 200,
      defaultResponse: null,
    },
  ],
  externalAssessments: [{ name: 'Kyc', description: '', target: { assessment: 'Kyc' } }],
  customLists: [{ name: 'Risky: SKUs', description: 'By hand', csv: 'SKU,Limit\r\nA-1,5\r\n' }],
  sourceLists: [
    {
      name: 'Stolen phones',
      description: 'Of the police',
      columns: ['phone', 'status'],
      connection: {
        kind: 'cosmos',
        account: 'contoso-risk',
        database: 'fraud',
        timeoutMs: 300,
        secret: { kept: true },
        container: 'phones',
      },
    },
  ],
  supportLists: [
    {
      name: supportLists.email.name,
      entries: [
        {
          value: 'bad@shop.example',
          status: 'Block',
          reason: 'said "no", twice',
          expires: '2031-01-01T00:00:00.000Z',
          comments: '',
        },
      ],
    },
  ],
}
const read = (files: ReadonlyMap<string, string>) => filesToConfig(files, new Date('2026-01-01T00:00:00Z'))
const withFiles = (change: Record<string, string | null>, from = configToFiles(config)): Map<string, string> => {
  const files = new Map(from)
  for (const [path, text] of Object.entries(change))
    if (text === null) files.delete(path)
    else files.set(path, text)
  return files
}

describe('names of files', () => {
  it('names of files are the name, made safe for every file system, and give it back', () => {
    expect(fileNameOf('Plain name')).toBe('Plain name')
    expect(fileNameOf('a/b: 50%?')).toBe('a%2Fb%3A 50%25%3F')
    expect(fileNameOf('con')).toBe('%63on')
    expect(nameOf('50% off')).toBe('50% off')
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
        name => nameOf(fileNameOf(name)) === name && !/[<>:"/\\|?*\u0000-\u001f]|[. ]$/.test(fileNameOf(name)),
      ),
    )
  })
})

describe('a configuration as files', () => {
  it('a configuration as files is one readable file for each thing, always with the same bytes', () => {
    const files = configToFiles(config)
    expect([...files.keys()]).toEqual([
      'external-assessments/Kyc.json',
      'external-calls/phoneCheck.json',
      'functions/Pricing/function.json',
      'functions/Pricing/properties/Total.fql',
      'lists/custom/Risky%3A SKUs.csv',
      'lists/custom/Risky%3A SKUs.json',
      'lists/databases/Stolen phones.json',
      'lists/support/Email Support List.csv',
      'rules/purchase/First by name/clauses/clause1.fql',
      'rules/purchase/First by name/rule.json',
      'rules/purchase/Second by name/clauses/What %2F ever%3F.fql',
      'rules/purchase/Second by name/clauses/clause1.fql',
      'rules/purchase/Second by name/condition.fql',
      'rules/purchase/Second by name/rule.json',
      'rules/purchase/order.txt',
      'settings.json',
      'velocities/Per user/condition.fql',
      'velocities/Per user/set.json',
      'velocities/Per user/velocities/perUser.fql',
      'velocities/Per user/velocities/spent.fql',
    ])
    expect(files.get('rules/purchase/order.txt')).toBe('Second by name\nFirst by name\n')
    expect(files.get('rules/purchase/Second by name/clauses/clause1.fql')).toBe(
      'RETURN Reject("no")\nWHEN @"totalAmount" > 5\n',
    )
    expect(files.get('lists/support/Email Support List.csv')).toBe(
      'Value,Status,Reason,Expiration date,Comments\r\nbad@shop.example,Block,"said ""no"", twice",2031-01-01T00:00:00.000Z,\r\n',
    )
    expect([...configToFiles({ ...config, supportLists: config.supportLists.toReversed() })]).toEqual([...files])
  })
  it('a configuration as files comes back as it was', () => {
    const back = read(configToFiles(config))
    expect(back.problems).toEqual([])
    expect(back.config).toEqual(config)
    expect(read(new Map()).config).toEqual(emptyConfig())
  })
  it('a configuration as files takes line ends of every system, a README and hidden files', () => {
    const files = withFiles({
      'README.md': '# Ours',
      '.gitignore': '',
      'rules/purchase/order.txt': 'Second by name\r\nFirst by name\r\n',
      'rules/purchase/Second by name/clauses/clause1.fql': 'RETURN Reject("no")\r\nWHEN @"totalAmount" > 5\r\n',
    })
    expect(read(files).problems).toEqual([])
    expect(read(files).config.rules[0]?.body.clauses[0]?.text).toBe('RETURN Reject("no")\nWHEN @"totalAmount" > 5')
  })
  it.each([
    [
      'a rule without a text',
      { 'rules/purchase/Second by name/clauses/clause1.fql': null },
      'rules/purchase/Second by name/clauses/clause1.fql',
      /clause1 is missing/,
    ],
    [
      'a text without a clause',
      { 'rules/purchase/Second by name/clauses/other.fql': 'RETURN Approve()' },
      'rules/purchase/Second by name/clauses/other.fql',
      /No clause of rule.json/,
    ],
    ['broken JSON', { 'settings.json': '{' }, 'settings.json', /not JSON/],
    [
      'an unknown member',
      { 'settings.json': '{"purchase":{"evaluate":"all"}}' },
      'settings.json',
      /purchase.*evaluate/,
    ],
    [
      'a name in the order without a file',
      { 'rules/purchase/order.txt': 'Nobody\n' },
      'rules/purchase/order.txt',
      /Nobody has no file/,
    ],
    [
      'a secret',
      {
        'external-calls/phoneCheck.json':
          configToFiles({
            ...config,
            externalCalls: config.externalCalls.map(call => ({
              ...call,
              authentication: { method: 'basic' as const, userName: 'u', password: { value: 'pw' } },
            })),
          }).get('external-calls/phoneCheck.json') ?? '',
      },
      'external-calls/phoneCheck.json',
      /Do not put a secret in a file/,
    ],
    [
      'a velocity without a text',
      { 'velocities/Per user/velocities/spent.fql': null },
      'velocities/Per user/velocities/spent.fql',
      /text is missing/,
    ],
    [
      'a text that no function has',
      { 'functions/Pricing/properties/Other.fql': 'RETURN 1' },
      'functions/Pricing/properties/Other.fql',
      /does not name this file/,
    ],
    [
      'a type that there is not',
      { 'functions/Pricing/function.json': '{"properties":[{"name":"Total","type":"Number"}]}' },
      'functions/Pricing/function.json',
      /properties.0.type/,
    ],
    [
      'an assessment of another kind',
      { 'external-assessments/Kyc.json': '{ "name": "Kyc", "description": "", "target": {} }' },
      'external-assessments/Kyc.json',
      /target.*assessment/,
    ],
    ['a stranger', { 'rules.fql': 'RETURN Approve()' }, 'rules.fql', /no place/],
    [
      'a list with a broken row',
      { 'lists/support/Email Support List.csv': 'Value,Status\na@b.example,Blocked\n' },
      'lists/support/Email Support List.csv',
      /status in row 2 is not Safe/,
    ],
    [
      'a custom list with a short row',
      { 'lists/custom/Risky%3A SKUs.csv': 'SKU,Limit\nA-1\n' },
      'lists/custom/Risky%3A SKUs.csv',
      /Row 2 has 1 fields, expected 2/,
    ],
    [
      'a support list that does not exist',
      { 'lists/support/Ours.csv': 'Value,Status\n' },
      'lists/support/Ours.csv',
      /no support list Ours/,
    ],
    [
      'a list in a database with a file of its name',
      { 'lists/custom/stolen phones.csv': 'A\n1\n' },
      null,
      /two files for stolen phones/,
    ],
    [
      'two rules of one name',
      { 'rules/purchase/SECOND BY NAME.fql': 'RETURN Approve()' },
      null,
      /two rules named second by name/,
    ],
  ] as const)('names the file of %s', (_what, change, file, message) => {
    const { problems } = read(withFiles(change))
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toMatch(message)
    if (file !== null) expect(problems[0]?.file).toBe(file)
  })
  it.each([
    ['a member that does not fit', { columns: ['phone', 'Phone'] }, 3, 'columns: Columns have different names.'],
    [
      'a member inside',
      { connection: { ...config.sourceLists[0]?.connection, timeoutMs: 9000 } },
      11,
      'connection.timeoutMs: Too big: expected number to be <=5000',
    ],
    [
      'a member that is missing',
      { connection: undefined },
      1,
      'connection: Invalid input: expected object, received undefined',
    ],
    [
      'a secret',
      {
        connection: {
          ...config.sourceLists[0]?.connection,
          secret: { value: 'AccountEndpoint=https://x/;AccountKey=eA==;' },
        },
      },
      12,
      'Do not put a secret in a file. Write { "kept": true } and enter it in the console.',
    ],
  ])('a configuration as files names file and line of %s of a list in a database', (_what, change, line, message) => {
    const file = 'lists/databases/Stolen phones.json'
    const { description, columns, connection } = config.sourceLists[0] ?? {}
    expect(
      read(withFiles({ [file]: JSON.stringify({ description, columns, connection, ...change }, null, 2) })).problems,
    ).toMatchObject([{ file, line, message }])
  })
  it('a configuration as files names the line at which a text is no JSON, where the engine tells it', () => {
    expect(read(withFiles({ 'settings.json': '{\n  purchase: {}\n}\n' })).problems).toMatchObject([
      { file: 'settings.json', line: 2, column: 3 },
    ])
  })
  it('a configuration as files finds the place of a member by its path', () => {
    const text = '{\n  "a": [1, {"b\\"c": "x, ]"}],\n  "d": {"b": null}\n}'
    expect([['a'], ['a', 1, 'b"c'], ['d', 'b'], ['d', 'none'], []].map(path => positionOfMember(text, path))).toEqual([
      { line: 2, column: 8 },
      { line: 2, column: 21 },
      { line: 3, column: 14 },
      { line: 3, column: 8 },
      { line: 1, column: 1 },
    ])
  })
  it('a configuration as files reads a rule that is one file, parted by comments', () => {
    const {
      config: {
        rules: [only],
      },
      problems,
    } = read(
      new Map([
        [
          'rules/purchase/Big orders.fql',
          '\uFEFF// Ours since 2019\n// Condition\nWHEN @"currency" == "EUR"\n// Clause: Large\nRETURN Reject("large")\nWHEN @"totalAmount" > 900\n\n// clause: Look\nRETURN Review("look")\n',
        ],
      ]),
    )
    expect(problems).toEqual([])
    expect(only).toMatchObject({ assessment: 'purchase', type: 'decision', status: 'active' })
    expect(only?.body.condition).toBe('WHEN @"currency" == "EUR"')
    expect(only?.body.clauses.map(({ name, text }) => [name, text])).toEqual([
      ['Large', 'RETURN Reject("large")\nWHEN @"totalAmount" > 900'],
      ['Look', 'RETURN Review("look")'],
    ])
  })
})

describe('texts of the former service', () => {
  it('texts of the former service are post-decision actions where they only do something, and rules where they set variables', () => {
    const typeOf = (text: string) => read(new Map([['rules/Kyc/R.fql', text]])).config.rules[0]?.type
    expect(
      [
        'DO SetResponse(a = 1)',
        '// Condition\nWHEN Response.Decision() == "Reject"\n// Clause: tell\nLET $a = 1\nDO External.x($a)',
        'DO SetVariables(a = 1)',
        'DO SetResponse(a = 1)\nRETURN Reject()',
      ].map(typeOf),
    ).toEqual(['postDecision', 'postDecision', 'decision', 'decision'])
  })
  it('texts of the former service may hold a velocity set in one file, parted by remarks; problems are told by its lines', () => {
    const text =
      '// Condition\nWHEN @"currency" == "EUR"\n// Velocity: first\nSELECT Count() AS n FROM Purchase GROUPBY @"user.userId"\n// Velocity: second\n\nSELECT Sum(@"totalAmount") AS spent FROM Purchse GROUPBY @"user.userId"\n'
    const found = read(
      new Map([
        ['velocities/Per user.fql', text],
        ['velocities/One.fql', 'SELECT Count() AS one FROM Purchase GROUPBY @"user.userId" // Clause: no divider here'],
        ['velocities/None.fql', '// nothing\n'],
      ]),
    )
    expect(
      found.config.velocitySets.map(({ status, body }) => [status, body.name, body.condition, body.velocities.length]),
    ).toEqual([
      ['active', 'Per user', 'WHEN @"currency" == "EUR"', 2],
      ['active', 'One', '', 1],
    ])
    expect(found.problems).toMatchObject([
      { file: 'velocities/None.fql', message: 'There is no velocity in this file.' },
    ])
    const book = createFolderRegistry('', mergeResources(emptyConfig(), found.config, true), {
      assessments: builtInAssessments,
      lists: undefined,
      calls: {},
    })
    expect(runSync(findResourceIssues(found, book))).toMatchObject([
      { file: 'velocities/Per user.fql', line: 7, column: 42, code: 'FQL2001' },
    ])
  })
  it('texts of the former service keep their names, whatever script they are in; what can be no name is said in words', () => {
    const {
      config: { rules },
      problems,
    } = read(
      new Map([
        ['rules/purchase/Große Käufe – 50%25.fql', 'RETURN Review()'],
        ['velocities/بطاقة.fql', 'SELECT Count() AS n FROM Purchase GROUPBY @"user.userId"'],
        ['rules/purchase/-x.fql', 'RETURN Review()'],
      ]),
    )
    expect(rules.map(({ body }) => body.name)).toEqual(['Große Käufe – 50%'])
    expect(problems).toMatchObject([
      {
        file: 'rules/purchase/-x.fql',
        message: 'name: A name begins with a letter, digit or underscore and has at most 60 characters.',
      },
    ])
  })
  it('texts of the former service have their places named where they lie elsewhere', () => {
    expect(
      read(
        new Map([
          ['top.fql', 'RETURN Reject()'],
          ['rules/flat.fql', 'RETURN Reject()'],
        ]),
      ).problems.map(({ file, message }) => [file, message.includes('rules/purchase')]),
    ).toEqual([
      ['rules/flat.fql', true],
      ['top.fql', true],
    ])
  })
})

describe('a folder checked by itself', () => {
  const files = new Map(
    Object.entries({
      'rules/Kyc/Own.fql': 'RETURN Reject() WHEN @"anything" == "x" && Functions.parent.Score(1).Value > 5',
      'rules/Kyc/Missing.fql': 'RETURN Reject() WHEN Functions.Score(1).Value > 5',
      'rules/routing/Large.fql': 'ROUTETO Queue("Ours")',
      'velocities/Own.fql': 'SELECT Count() AS own FROM Kyc, Kyc:Label GROUPBY @"user.id"',
    }),
  )
  it('a folder checked by itself takes on trust what only an environment can tell, and says so', () => {
    const { config } = read(files)
    const { assessments, events, problems, judge } = createOfflineContext(config, files)
    expect(problems).toMatchObject([
      { file: 'rules/Kyc', severity: 'warning', code: 'CFG004' },
      { file: 'velocities', severity: 'warning' },
      { file: 'velocities', severity: 'warning' },
    ])
    expect(events.map(({ name }) => name)).toEqual(['Kyc', 'Kyc:Label'])
    expect(assessments.find('', 'Kyc')?.actions).toBe(true)
    expect(assessments.find('', 'Nope')).toBeNull()
    const problem = (file: string): ConfigFileIssue => ({
      file,
      line: 1,
      column: (files.get(file)?.indexOf('Score') ?? 0) + 1,
      severity: 'error',
      code: 'FQL2007',
      message: '',
    })
    expect(judge(problem('rules/Kyc/Own.fql')).severity).toBe('warning')
    expect(judge(problem('rules/Kyc/Missing.fql')).severity).toBe('error')
  })
})

describe('the plan of an import', () => {
  const plan = (current: EnvironmentConfig, files: ReadonlyMap<string, string>, prune = false) =>
    planImport(current, read(files), { prune })
  it('the plan of an import is empty for what is there already', () => {
    expect(plan(config, configToFiles(config))).toEqual({ changes: [], left: [] })
  })
  it('the plan of an import makes everything in an empty environment, lists before rules', () => {
    expect(
      plan(emptyConfig(), configToFiles(config)).changes.map(({ kind, action, name }) => [kind, action, name]),
    ).toEqual([
      ['customList', 'create', 'Risky: SKUs'],
      ['sourceList', 'create', 'Stolen phones'],
      ['externalCall', 'create', 'phoneCheck'],
      ['externalAssessment', 'create', 'Kyc'],
      ['function', 'create', 'Pricing'],
      ['velocitySet', 'create', 'Per user'],
      ['supportList', 'update', 'Email Support List'],
      ['settings', 'update', 'purchase'],
      ['rule', 'create', 'Second by name'],
      ['rule', 'create', 'First by name'],
    ])
  })
  it('the plan of an import says what of a rule differs', () => {
    const files = withFiles({
      'rules/purchase/Second by name/clauses/clause1.fql': 'RETURN Reject("yes")\n',
      'rules/purchase/Second by name/condition.fql': null,
      'rules/purchase/First by name/rule.json': JSON.stringify({
        status: 'active',
        description: 'Off.',
        clauses: [{ name: 'clause1' }],
      }),
    })
    expect(plan(config, files).changes).toEqual([
      {
        kind: 'rule',
        action: 'update',
        area: 'purchase',
        name: 'Second by name',
        details: ['condition', 'clause clause1'],
      },
      { kind: 'rule', action: 'update', area: 'purchase', name: 'First by name', details: ['active', 'sample'] },
    ])
  })
  it('the plan of an import keeps what the folder does not have, in its place, unless told otherwise', () => {
    const current = {
      ...config,
      rules: [rule('Kept'), ...config.rules],
      customLists: [...config.customLists, { name: 'Old', description: '', csv: 'A\n' }],
    }
    expect(plan(current, configToFiles(config))).toEqual({
      changes: [],
      left: [
        { kind: 'customList', action: 'delete', area: '', name: 'Old', details: [] },
        { kind: 'rule', action: 'delete', area: 'purchase', name: 'Kept', details: [] },
      ],
    })
    expect(plan(current, configToFiles(config), true).changes.map(({ action, name }) => [action, name])).toEqual([
      ['delete', 'Old'],
      ['delete', 'Kept'],
    ])
    const turned = withFiles({ 'rules/purchase/order.txt': 'First by name\nSecond by name\n' })
    expect(plan(current, turned).changes).toEqual([
      { kind: 'order', action: 'reorder', area: 'purchase', name: 'purchase', details: [] },
    ])
  })
  it('the plan of an import does not speak of what the folder does not cover', () => {
    expect(
      plan(config, new Map([['rules/accountlogin/One.fql', 'RETURN Approve()']]), true).changes.map(
        ({ action, name }) => [action, name],
      ),
    ).toEqual([['create', 'One']])
  })
})

describe('coverage of texts that come from elsewhere', () => {
  const cover = (text: string) =>
    runSync(
      coverRules(read(new Map([['rules/purchase/R.fql', text]])), ({ assessment }) =>
        assessment === 'purchase' ? purchaseCheckEnvironment : null,
      ),
    )[0]
  it('coverage of texts that come from elsewhere tells what runs, what differs, what is missing and what is no rule, by file, line and column', () => {
    expect(cover('RETURN Reject("no") WHEN @"totalAmount" > 5')).toMatchObject({ fate: 'runs', problems: [] })
    expect(cover('RETURN Reject("no") WHEN @"no.such.thing" == "x"')).toMatchObject({
      fate: 'differs',
      problems: [{ code: 'FQL3001', line: 1, column: 26 }],
    })
    expect(
      cover(
        '// Clause: a\nRETURN Review()\n// Clause: b\nRETURN Reject()\nWHEN Velocity.spend(@"user.userId", 7d) > 1',
      ),
    ).toMatchObject({
      fate: 'missing',
      problems: expect.arrayContaining([
        expect.objectContaining({ file: 'rules/purchase/R.fql', code: 'FQL2007', line: 5 }),
      ]) as unknown,
    })
    expect(cover('RETURN Rejekt("no" WHEN')).toMatchObject({ fate: 'broken' })
    expect(
      runSync(coverRules(read(new Map([['rules/nowhere/R.fql', 'RETURN Approve()']])), () => null))[0],
    ).toMatchObject({ fate: 'missing', problems: [{ code: 'CFG004' }] })
    expect(
      runSync(coverRules(read(new Map([['rules/Purchase/R.fql', 'RETURN Approve()']])), () => null))[0]?.problems[0]
        ?.message,
    ).toBe('There is no assessment Purchase. This one is written purchase.')
    expect(cover('DO SetResponse(a = 1)')).toMatchObject({
      fate: 'broken',
      problems: [{ code: 'CFG004', message: expect.stringContaining('no post-decision actions') as unknown }],
    })
  })
})
