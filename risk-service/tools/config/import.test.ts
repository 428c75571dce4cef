import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gunzip } from '../../engine/lib/gzip.ts'
import { createAssessment } from '../../features/assessments/create-assessment.ts'
import { configToFiles } from '../../features/configuration/files/config-files.ts'
import type { ImportContext } from '../../features/configuration/import/import-config.ts'
import { loadConfiguration, loadQueues } from '../../features/configuration/stored-configuration.ts'
import { createImportTarget, importedAt, importFiles } from '../../features/configuration/testing/config-import.ts'
import { findEnvironment } from '../../kernel/environments/find-environment.ts'
import type { Store } from '../../kernel/store/store.ts'
import { queueRow } from '../../kernel/store/testing/queue-row.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { readFolder, writeFolder } from './folder.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const files = (change: Record<string, string | null> = {}): Map<string, string> => {
  const all: Record<string, string | null> = {
    'settings.json': '{ "purchase": { "evaluation": "first" } }',
    'rules/purchase/order.txt': 'Risky products\nBlocked people\n',
    'rules/purchase/Risky products.fql':
      'RETURN Reject("risky product") WHEN ContainsKey("Risky products", "SKU", @"productList.sku")',
    'rules/purchase/Blocked people.fql': 'RETURN Reject("blocked") WHEN IsBlock("Email Support List", @"user.email")',
    'rules/routing/Large.fql': 'ROUTETO Queue("General") WHEN @"totalAmount" > 900',
    'lists/custom/Risky products.csv': 'SKU,Limit\nA-1,5\n',
    'lists/support/Email Support List.csv': 'Value,Status\nbad@shop.example,Block\n',
    ...change,
  }
  return new Map(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null))
}
const environment = () => createImportTarget(store)
const stored = (id: string) => loadConfiguration(store.db, id, importedAt, gunzip)
const audit = (id: string) =>
  store.db
    .selectFrom('audit_log')
    .select(['resource_type', 'resource_name', 'operation', 'actor_name'])
    .where('environment_id', '=', id)
    .execute()

describe('importing a folder', () => {
  it('importing a folder brings external calls and assessments before the rules that use them, and says which secrets are to be entered', async () => {
    const { id, importer } = await environment()
    await createAssessment(store.db, {
      id: randomUUID(),
      environmentId: id,
      kind: 'wizard',
      template: 'Custom',
      apiName: 'Kyc',
      friendlyName: 'Kyc',
      sample: {},
      author: { id: randomUUID(), name: 'Test' },
    })
    const call = (more: object = {}) =>
      JSON.stringify({
        name: 'phoneCheck',
        description: '',
        parameters: [{ name: 'phone', sample: '+47' }],
        configurations: [{ name: 'key', value: { kept: true } }],
        method: 'GET',
        url: 'https://phone.example/?k={configuration.key}',
        headers: [],
        requestBody: null,
        authentication: { method: 'anonymous' },
        keepAliveUrl: null,
        sampleResponse: { age: 7 },
        timeoutMs: 200,
        defaultResponse: null,
        ...more,
      })
    const folder = {
      'external-calls/phoneCheck.json': call(),
      'external-assessments/Kyc.json': '{ "name": "Kyc", "description": "", "target": { "assessment": "Kyc" } }',
      'rules/purchase/Calls.fql':
        'LET $r = Assessments.Kyc.Evaluate($baseInput = @@)\nRETURN Reject("new") WHEN External.phoneCheck(@"user.phoneNumber").age == 0 && $r.x == "1"',
    }
    const lacking = [
      {
        severity: 'warning',
        code: 'CFG006',
        file: 'external-calls/phoneCheck.json',
        message: 'The secret configurations.key is not in the folder: enter it in the console.',
      },
    ]
    expect(await importFiles(importer, new Map(Object.entries(folder)), { dryRun: true })).toMatchObject({
      applied: false,
      problems: lacking,
    })
    const brought = await importFiles(importer, new Map(Object.entries(folder)))
    expect(brought).toMatchObject({ applied: true, problems: lacking })
    expect(brought.plan.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'externalCall phoneCheck',
      'externalAssessment Kyc',
      'rule Calls',
    ])
    expect(configToFiles(await stored(id)).get('external-calls/phoneCheck.json')).toContain('"kept": true')
    // The missing secret is reported until it is entered, which changes nothing else.
    expect(await importFiles(importer, new Map(Object.entries(folder)))).toMatchObject({
      applied: false,
      problems: lacking,
      plan: { changes: [] },
    })
    // A secret of the environment stays as long as its destination does not change.
    await store.db
      .updateTable('external_call')
      .set({ secrets: JSON.stringify({ 'configurations.key': 'sealed' }) })
      .where('environment_id', '=', id)
      .execute()
    const secrets = async () =>
      (
        await store.db
          .selectFrom('external_call')
          .select('secrets')
          .where('environment_id', '=', id)
          .executeTakeFirstOrThrow()
      ).secrets
    expect(
      (
        await importFiles(
          importer,
          new Map(Object.entries({ ...folder, 'external-calls/phoneCheck.json': call({ timeoutMs: 300 }) })),
        )
      ).problems,
    ).toEqual([])
    expect(await secrets()).toEqual({ 'configurations.key': 'sealed' })
    const elsewhere = new Map(
      Object.entries({
        ...folder,
        'external-calls/phoneCheck.json': call({ url: 'https://other.example/?k={configuration.key}' }),
      }),
    )
    expect((await importFiles(importer, elsewhere, { dryRun: true })).problems).toMatchObject(lacking)
    expect(await secrets()).toEqual({ 'configurations.key': 'sealed' })
    expect((await importFiles(importer, elsewhere)).problems).toMatchObject(lacking)
    expect(await secrets()).toEqual({})
    expect((await audit(id)).map(each => `${each.operation} ${each.resource_type}`).sort()).toEqual([
      'Create DecisionRule',
      'Create ExternalAssessment',
      'Create ExternalCall',
      'Update ExternalCall',
      'Update ExternalCall',
    ])
    expect(
      (
        await importFiles(
          importer,
          new Map([
            ['external-calls/other.json', call({ name: 'other', url: 'https://phone.example/{parameter.none}' })],
          ]),
        )
      ).problems[0],
    ).toMatchObject({
      file: 'external-calls/other.json',
      severity: 'error',
      message: 'url: There is no parameter named none.',
    })
    const careful: ImportContext = {
      ...importer,
      calls: { ...importer.calls, addressIssue: () => 'Private and local addresses are not called.' },
    }
    await expect(
      importFiles(careful, new Map([['external-calls/other.json', call({ name: 'other' })]])),
    ).rejects.toThrow('external-calls/other.json: Private and local addresses are not called.')
    // A call in use is not deleted, and an unused one only with `prune`.
    await expect(
      importFiles(importer, new Map([['external-calls/other.json', call({ name: 'other' })]]), { prune: true }),
    ).rejects.toThrow('phoneCheck is used by Calls')
  })
  it('importing a folder takes another signature of a call or function with the texts that were written for it, and not without them', async () => {
    const { id, importer } = await environment()
    const call = (...parameters: string[]) =>
      JSON.stringify({
        name: 'check',
        description: '',
        parameters: parameters.map(name => ({ name, sample: '1' })),
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
      })
    const folder = (parameters: string[], argumentNames: string[]): Map<string, string> =>
      new Map(
        Object.entries({
          'external-calls/check.json': call(...parameters),
          'functions/Aged/function.json': JSON.stringify({
            parameters: parameters.map(name => ({ name: `_${name}`, type: 'String' })),
            properties: [{ name: 'Is', type: 'Boolean', default: 'false' }],
          }),
          'functions/Aged/properties/Is.fql': `RETURN External.check(${argumentNames.map(name => `_${name}`).join(', ')}).age > 5`,
          'rules/purchase/Calls.fql': `RETURN Reject("new") WHEN External.check(${argumentNames.map(name => `@"user.${name}"`).join(', ')}).age == 0 || Functions.Aged(${argumentNames.map(name => `@"user.${name}"`).join(', ')}).Is`,
        }),
      )
    const one = ['phoneNumber'],
      two = ['phoneNumber', 'email']
    expect(await importFiles(importer, folder(one, one))).toMatchObject({ applied: true, problems: [] })
    expect(await importFiles(importer, folder(two, two), { dryRun: true })).toMatchObject({
      applied: false,
      problems: [],
    })
    expect(await importFiles(importer, folder(two, two))).toMatchObject({ applied: true, problems: [] })
    expect(await importFiles(importer, folder(one, one))).toMatchObject({ applied: true, problems: [] })
    const { applied, problems } = await importFiles(importer, folder(two, one))
    expect([applied, new Set(problems.map(({ file, code }) => `${file} ${code}`))]).toEqual([
      false,
      new Set(['functions/Aged/properties/Is.fql FQL2002', 'rules/purchase/Calls.fql FQL2002']),
    ])
    // Nor when a text that was written for the old one is not in the folder.
    const alone = await importFiles(importer, new Map([['external-calls/check.json', call(...two)]])).catch(
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
    expect(alone).toMatch(/check.*(Calls|Aged)/)
    expect((await stored(id)).externalCalls.map(({ parameters }) => parameters.length)).toEqual([1])
  })
  it('importing a folder brings velocity sets and functions with the rules that use them, checks them by file, and takes them back', async () => {
    const { id, importer } = await environment()
    const set = (...names: string[]) => ({
      'velocities/Users/set.json': JSON.stringify({ velocities: names }),
      ...Object.fromEntries(
        names.map(name => [
          `velocities/Users/velocities/${name}.fql`,
          `SELECT Count() AS ${name} FROM Purchase GROUPBY @"user.userId"`,
        ]),
      ),
    })
    const fn = (code: string) => ({
      'functions/Often/function.json': JSON.stringify({
        parameters: [{ name: '_user', type: 'String' }],
        properties: [{ name: 'Is', type: 'Boolean', default: 'false' }],
      }),
      'functions/Often/properties/Is.fql': code,
    })
    const sound = new Map(
      Object.entries({
        ...set('perUser', 'other'),
        ...fn('RETURN Velocity.perUser(_user, 1d) > 5'),
        'rules/purchase/Often.fql':
          'RETURN Reject("often") WHEN Functions.Often(@"user.userId").Is || Velocity.emailAttempts(@"user.email", 1d) > 9',
      }),
    )
    const report = await importFiles(importer, sound)
    expect(report).toMatchObject({ applied: true, problems: [] })
    expect(report.coverage.map(({ fate }) => fate)).toEqual(['runs'])
    expect(report.plan.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'function Often',
      'velocitySet Users',
      'rule Often',
    ])
    expect((await importFiles(importer, sound)).plan.changes).toEqual([])
    expect((await importFiles(importer, configToFiles(await stored(id)))).plan.changes).toEqual([])
    expect((await audit(id)).map(each => `${each.operation} ${each.resource_type}`).sort()).toEqual([
      'Create DecisionRule',
      'Create Function',
      'Create VelocitySet',
    ])
    expect(
      (
        await store.db.selectFrom('velocity').select('name').where('environment_id', '=', id).orderBy('name').execute()
      ).map(({ name }) => name),
    ).toEqual(['other', 'peruser'])

    // Faults of a text are reported by file and line, and nothing is changed.
    const broken = await importFiles(
      importer,
      new Map(Object.entries({ ...set('perUser'), ...fn('LET $x = 1\nRETURN Velocity.none(_user, 1d) > 5') })),
    )
    expect(broken).toMatchObject({
      applied: false,
      problems: [{ file: 'functions/Often/properties/Is.fql', line: 2, code: 'FQL2007', severity: 'error' }],
    })
    // A velocity is deleted together with the rule that names it; one that is still named stays.
    await expect(
      importFiles(
        importer,
        new Map(
          Object.entries({
            'functions/Fresh/function.json': '{"properties":[{"name":"V","type":"Integer","default":"0"}]}',
            'functions/Fresh/properties/V.fql': 'RETURN 1',
          }),
        ),
        { prune: true },
      ),
    ).rejects.toThrow('Often is used by Often')
    const left = await importFiles(
      importer,
      new Map(Object.entries({ ...set('other'), ...fn('RETURN Velocity.other(_user, 1d) > 5') })),
    )
    expect(left).toMatchObject({ applied: true, problems: [] })
  })
  it('importing a folder takes other parameters of a function together with every text that calls it, whichever comes first', async () => {
    const { importer } = await environment()
    const fn = (name: string, parameters: string[], code: string) => ({
      [`functions/${name}/function.json`]: JSON.stringify({
        parameters: parameters.map(each => ({ name: each, type: 'String' })),
        properties: [{ name: 'Is', type: 'Boolean', default: 'false' }],
      }),
      [`functions/${name}/properties/Is.fql`]: code,
    })
    const folder = (args: number, calls = args) => {
      const call = `Functions.First(${Array.from({ length: calls }, () => '@"user.userId"').join(', ')}).Is`
      return new Map(
        Object.entries({
          ...fn(
            'First',
            Array.from({ length: args }, (_, index) => `_p${index}`),
            'RETURN _p0 == "x"',
          ),
          ...fn('Second', ['_u'], `RETURN Functions.First(${Array.from({ length: calls }, () => '_u').join(', ')}).Is`),
          'velocities/V/set.json': '{"velocities":["n"]}',
          'velocities/V/condition.fql': `WHEN ${call}`,
          'velocities/V/velocities/n.fql': 'SELECT Count() AS n FROM Purchase GROUPBY @"user.userId"',
        }),
      )
    }
    expect(await importFiles(importer, folder(1))).toMatchObject({ applied: true, problems: [] })
    expect(await importFiles(importer, folder(2))).toMatchObject({ applied: true, problems: [] })
    expect((await importFiles(importer, folder(1, 2))).applied).toBe(false)
    // A caller outside of the folder was written for the previous parameters.
    await expect(
      importFiles(importer, new Map([...folder(1)].filter(([file]) => file.startsWith('functions/First')))),
    ).rejects.toThrow(/First is used by .*(Second|V)/)
  })
  it('importing a folder lets a velocity that a rule names go to another set, known or new, with what it counted', async () => {
    const { id, importer } = await environment()
    const set = (name: string, ...velocities: string[]) => ({
      [`velocities/${name}/set.json`]: JSON.stringify({ velocities }),
      ...Object.fromEntries(
        velocities.map(each => [
          `velocities/${name}/velocities/${each}.fql`,
          `SELECT Count() AS ${each} FROM Purchase GROUPBY @"user.userId"`,
        ]),
      ),
    })
    const rule = { 'rules/purchase/Often.fql': 'RETURN Reject("often") WHEN Velocity.perUser(@"user.userId", 1d) > 5' }
    const brought = (...sets: Record<string, string>[]) =>
      importFiles(importer, new Map(Object.entries(Object.assign({}, rule, ...sets) as Record<string, string>)), {
        prune: true,
      })
    const owners = async () =>
      Object.fromEntries(
        (
          await store.db
            .selectFrom('velocity')
            .innerJoin('velocity_set', 'velocity_set.id', 'velocity.set_id')
            .select(['velocity.name', 'velocity.id', 'velocity_set.name as set'])
            .where('velocity.environment_id', '=', id)
            .execute()
        ).map(row => [row.name, [row.set, row.id]]),
      )
    expect(await brought(set('A', 'perUser', 'x'), set('B', 'y'))).toMatchObject({ applied: true, problems: [] })
    const { peruser: [, counted] = [] } = await owners()
    for (const sets of [
      [set('A', 'x'), set('B', 'perUser', 'y')],
      [set('A', 'perUser', 'x'), set('B', 'y')],
      [set('A', 'x'), set('B', 'y'), set('New', 'perUser')],
      [set('Z', 'perUser', 'x', 'y')],
    ]) {
      expect(await brought(...sets)).toMatchObject({ applied: true, problems: [] })
      expect((await owners())['peruser']?.[1]).toBe(counted)
      expect(
        Object.values(await owners())
          .map(([name]) => name)
          .sort(),
      ).toEqual(
        sets
          .flatMap(each => Object.keys(each).flatMap(file => /^velocities\/(\w+)\/velocities\//.exec(file)?.[1] ?? []))
          .sort(),
      )
    }
    // Without any set the velocity would be missing for the rule.
    expect(await brought(set('Z', 'x', 'y'))).toMatchObject({
      applied: false,
      problems: [{ file: 'rules/purchase/Often.fql', code: 'FQL2007', severity: 'error' }],
    })
  })
  it('importing a folder brings rules, lists and settings in one go, each with its line in the activity log, and once', async () => {
    const { id, importer, notified } = await environment()
    expect((await importFiles(importer, files(), { dryRun: true })).plan.changes.map(({ name }) => name)).toEqual([
      'Risky products',
      'Email Support List',
      'purchase',
      'Risky products',
      'Blocked people',
      'Large',
    ])
    expect(await audit(id)).toEqual([])
    const report = await importFiles(importer, files())
    expect(report).toMatchObject({ applied: true, problems: [] })
    expect(report.coverage.map(({ fate }) => fate)).toEqual(['runs', 'runs', 'runs'])
    expect(notified).toEqual([id])
    const config = await stored(id)
    expect(config.rules.map(({ type, status, body }) => [type, status, body.name])).toEqual([
      ['routing', 'active', 'Large'],
      ['decision', 'active', 'Risky products'],
      ['decision', 'active', 'Blocked people'],
    ])
    expect(config).toMatchObject({
      settings: { purchase: { evaluation: 'first' } },
      customLists: [{ name: 'Risky products', csv: 'SKU,Limit\nA-1,5\n' }],
      supportLists: [{ name: 'Email Support List', entries: [{ value: 'bad@shop.example', status: 'Block' }] }],
    })
    expect(
      new Set((await audit(id)).map(line => [line.resource_type, line.operation, line.actor_name].join(' '))),
    ).toEqual(
      new Set([
        'DecisionRule Create Pipeline',
        'RoutingRule Create Pipeline',
        'RuleSettings Update Pipeline',
        'CustomList Create Pipeline',
        'SupportList Create Pipeline',
      ]),
    )
    expect(await importFiles(importer, files())).toMatchObject({ applied: false, plan: { changes: [], left: [] } })
    expect(notified).toEqual([id])
  })
  it('importing a folder is refused whole for one bad file, named by line and column', async () => {
    const { id, importer } = await environment()
    const report = await importFiles(
      importer,
      files({
        'rules/purchase/Blocked people.fql': 'RETURN Reject("blocked")\nWHEN IsBlock("Nobody’s list", @"user.email")',
      }),
    )
    expect(report).toMatchObject({
      applied: false,
      problems: [{ file: 'rules/purchase/Blocked people.fql', line: 2, column: 14, code: 'FQL2007' }],
    })
    expect(
      (await importFiles(importer, files({ 'lists/custom/Risky products.csv': 'SKU,Limit\nA-1\n' }))).problems,
    ).toMatchObject([{ file: 'lists/custom/Risky products.csv', line: 2 }])
    expect(configToFiles(await stored(id)).size).toBe(0)
    expect(await audit(id)).toEqual([])
  })
  it('importing a folder undoes everything when the store refuses a part', async () => {
    const { id, importer } = await environment()
    const broken: ImportContext = { ...importer, announce: () => Promise.reject(new Error('no')) }
    await expect(importFiles(broken, files())).rejects.toThrow('no')
    expect(configToFiles(await stored(id)).size).toBe(0)
  })
  it('importing a folder keeps what the folder has not, and deletes it when told so', async () => {
    const { id, importer } = await environment()
    await importFiles(importer, files())
    const fewer = files({
      'rules/purchase/Risky products.fql': null,
      'rules/purchase/order.txt': 'Blocked people\n',
      'lists/custom/Risky products.csv': null,
      'lists/custom/Other.csv': 'A\n1\n',
    })
    expect(await importFiles(importer, fewer)).toMatchObject({
      applied: true,
      plan: { changes: [{ name: 'Other', action: 'create' }] },
    })
    expect((await stored(id)).rules.map(({ body }) => body.name)).toEqual(['Large', 'Risky products', 'Blocked people'])
    await importFiles(importer, fewer, { prune: true })
    const left = await stored(id)
    expect(left.rules.map(({ body }) => body.name)).toEqual(['Large', 'Blocked people'])
    expect(left.customLists.map(({ name }) => name)).toEqual(['Other'])
  })
  it('importing a folder takes a column away together with the rule that read it, and not without', async () => {
    const { id, importer } = await environment()
    await importFiles(importer, files())
    const without = files({ 'lists/custom/Risky products.csv': 'Product,Limit\nA-1,5\n' })
    expect(await importFiles(importer, without)).toMatchObject({
      applied: false,
      problems: [{ file: 'rules/purchase/Risky products.fql', code: 'FQL2007' }],
    })
    without.set(
      'rules/purchase/Risky products.fql',
      'RETURN Reject("risky product") WHEN ContainsKey("Risky products", "Product", @"productList.sku")',
    )
    expect(await importFiles(importer, without)).toMatchObject({ applied: true })
    expect((await stored(id)).customLists[0]?.csv).toContain('Product')
  })
})

describe('an export', () => {
  it('imported elsewhere is the same environment, and exported again the same bytes', async () => {
    const [a, b] = [await environment(), await environment()]
    await importFiles(a.importer, files())
    const exported = configToFiles(await stored(a.id))
    expect(await importFiles(b.importer, exported)).toMatchObject({ applied: true, problems: [] })
    expect([...configToFiles(await stored(b.id))]).toEqual([...exported])
  })
  it('an export writes what changed, removes what is gone, and leaves strangers alone', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-config-'))
    try {
      await writeFile(path.join(folder, 'README.md'), 'Ours')
      expect(await writeFolder(folder, files())).toEqual({ written: 7, removed: 0, unchanged: 0 })
      expect(await writeFolder(folder, files({ 'rules/routing/Large.fql': null }))).toEqual({
        written: 0,
        removed: 1,
        unchanged: 6,
      })
      expect((await readFolder(folder)).files.get('README.md')).toBe('Ours')
      await expect(readFolder(path.join(folder, 'nowhere'))).rejects.toThrow(/^There is no folder /)
      expect(await readFile(path.join(folder, 'settings.json'), 'utf8')).toContain('first')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the command', () => {
  const run = (...args: string[]): Promise<{ code: number; out: string }> =>
    new Promise(resolve => {
      execFile(process.execPath, [path.join(import.meta.dirname, 'cli.ts'), ...args], (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
      )
    })
  it('the command checks a folder without a database, for a pipeline', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-config-'))
    try {
      await writeFolder(folder, files({ 'rules/routing/Large.fql': 'ROUTETO Queue("Ours") WHEN @"totalAmount" > 900' }))
      expect(await run('check', folder)).toEqual({
        code: 0,
        out: '3 rules, 100 % of them run here:\n     3 run as they are\n0 errors, 0 warnings\n',
      })
      await writeFile(path.join(folder, 'rules/purchase/Broken.fql'), 'RETURN Rejekt("x")')
      const { code, out } = await run('check', folder)
      expect(code).toBe(1)
      expect(out).toMatch(/^rules\/purchase\/Broken\.fql:1:8 error FQL\d{4} /)
      expect(await run('frobnicate', folder)).toMatchObject({
        code: 2,
        out: expect.stringMatching(/^Usage: /) as unknown,
      })
    } finally {
      await rm(folder, { recursive: true })
    }
  }, 30_000)
})

describe('the environment of a command', () => {
  it('the environment of a command has its own queues', async () => {
    const { id } = await environment()
    const { id: other } = await environment()
    await store.db
      .insertInto('case_queue')
      .values([queueRow(id, 'Gold'), queueRow(other, 'Own')])
      .execute()
    expect(await loadQueues(store.db, id)).toEqual(['General', 'Gold'])
    expect(await loadQueues(store.db, randomUUID())).toEqual(['General'])
  })
  it('the environment of a command is found by id, path or customer API id, and asked for where there are several', async () => {
    const { id } = await environment()
    expect(await findEnvironment(store.db, id)).toMatchObject({ id, path: 'Root' })
    expect(await findEnvironment(store.db, undefined)).toMatch(/^Name the environment/)
    expect(await findEnvironment(store.db, 'nowhere')).toMatch(/^There is no environment nowhere/)
    expect(await findEnvironment(store.db, 'ROOT')).toMatch(/is the name of \d+ environments/)
  })
})
