import { afterAll, beforeAll, expect, it } from 'vitest'
import { gunzip } from '../../../engine/lib/gzip.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore } from '../../../kernel/store/testing/test-store.ts'
import { configToFiles } from '../files/config-files.ts'
import { loadConfiguration } from '../stored-configuration.ts'
import { createImportTarget, importedAt, importFiles } from '../testing/config-import.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const file = 'lists/databases/Stolen phones.json'
const connection = {
  kind: 'cosmos',
  account: 'contoso-risk',
  database: 'fraud',
  timeoutMs: 300,
  secret: { kept: true },
  container: 'phones',
} as const
const listFile = (change: object = {}) =>
  `${JSON.stringify({ description: 'Of the police', columns: ['phone', 'status'], connection, ...change }, null, 2)}\n`
const rule = 'RETURN Reject("stolen") WHEN ContainsKey("Stolen phones", "phone", @"user.phoneNumber")'
const folder = (change: Record<string, string> = {}) =>
  new Map(
    Object.entries({
      [file]: listFile(),
      'lists/custom/Risky.csv': 'SKU\nA-1\n',
      'rules/purchase/Stolen.fql': rule,
      ...change,
    }),
  )
const filesOf = async (id: string) => configToFiles(await loadConfiguration(store.db, id, importedAt, gunzip))
const lacking = [
  {
    file,
    severity: 'warning',
    code: 'CFG006',
    message:
      'The connection string is not in the folder: enter it in the console. Until then the list finds nothing, and events say so.',
  },
]
const secretOf = async (environmentId: string) =>
  (
    await store.db
      .selectFrom('list_source')
      .innerJoin('list', 'list.id', 'list_source.list_id')
      .select('secret')
      .where('environment_id', '=', environmentId)
      .executeTakeFirstOrThrow()
  ).secret
const enter = (environmentId: string, secret: string) =>
  store.db
    .updateTable('list_source')
    .set({ secret })
    .where(
      'list_id',
      'in',
      store.db
        .selectFrom('list')
        .select('id')
        .where('environment_id', '=', environmentId)
        .where('source', '=', 'cosmos'),
    )
    .execute()

it('an export with a database list makes an empty environment the same, and names the connection string to enter', async () => {
  const first = await createImportTarget(store)
  expect((await importFiles(first.importer, folder(), { dryRun: true })).problems).toMatchObject(lacking)
  const report = await importFiles(first.importer, folder())
  expect(report).toMatchObject({ applied: true, problems: lacking })
  expect(report.coverage.map(({ fate }) => fate)).toEqual(['runs'])
  expect(report.plan.changes.map(({ kind, action, name }) => `${action} ${kind} ${name}`)).toEqual([
    'create customList Risky',
    'create sourceList Stolen phones',
    'create rule Stolen',
  ])
  await enter(first.id, 'sealed for the first')
  const exported = await filesOf(first.id)
  expect(exported.get(file)).toBe(listFile())
  expect([...exported.values()].join('\n')).not.toContain('sealed')

  const second = await createImportTarget(store)
  expect(await importFiles(second.importer, exported)).toMatchObject({ applied: true, problems: lacking })
  expect(await filesOf(second.id)).toEqual(exported)
  expect(await secretOf(second.id)).toBeNull()
  // The missing secret is reported until it is entered, which changes nothing else.
  expect(await importFiles(second.importer, exported)).toMatchObject({
    applied: false,
    problems: lacking,
    plan: { changes: [] },
  })
  await enter(second.id, 'sealed for the second')
  expect((await importFiles(second.importer, exported)).problems).toEqual([])
  expect(
    await store.db
      .selectFrom('audit_log')
      .select(['resource_type', 'resource_name', 'operation'])
      .where('environment_id', '=', second.id)
      .where('resource_name', '=', 'Stolen phones')
      .execute(),
  ).toEqual([{ resource_type: 'CustomList', resource_name: 'Stolen phones', operation: 'Create' }])
})

it('a connection string stays with its account, and goes with it', async () => {
  const { id, importer } = await createImportTarget(store)
  await importFiles(importer, folder())
  await enter(id, 'sealed')
  const other = (change: object) => folder({ [file]: listFile({ connection: { ...connection, ...change } }) })
  const changed = await importFiles(
    importer,
    folder({
      [file]: listFile({
        description: 'Ours',
        connection: { ...connection, container: 'handsets', account: 'Contoso-Risk' },
      }),
    }),
  )
  expect(changed).toMatchObject({
    applied: true,
    problems: [],
    plan: { changes: [{ kind: 'sourceList', action: 'update', details: ['description', 'connection'] }] },
  })
  expect(await secretOf(id)).toBe('sealed')
  expect((await filesOf(id)).get(file)).toMatch(/"Ours"[^]*"handsets"/)
  expect((await importFiles(importer, other({ account: 'other-risk' }))).problems).toMatchObject(lacking)
  expect(await secretOf(id)).toBeNull()
  // The address of a secret in a key vault is not a secret.
  const vault = { reference: 'https://vault.example/secrets/phones' }
  expect((await importFiles(importer, other({ secret: vault }))).problems).toEqual([])
  expect((await filesOf(id)).get(file)).toContain(vault.reference)
})

it('a folder without lists in databases leaves them alone, and its rules can name them', async () => {
  const { id, importer } = await createImportTarget(store)
  await importFiles(importer, folder())
  const rules = (text: string) =>
    new Map([
      ['lists/custom/Risky.csv', 'SKU\nA-1\n'],
      ['rules/purchase/Stolen.fql', text],
    ])
  expect(await importFiles(importer, rules(`${rule} // again`), { prune: true })).toMatchObject({
    problems: [],
    applied: true,
  })
  expect(
    (await importFiles(importer, rules(rule.replace('"phone"', '"number"')), { prune: true })).problems,
  ).toMatchObject([{ severity: 'error', file: 'rules/purchase/Stolen.fql' }])
  expect((await filesOf(id)).get(file)).toBe(listFile())
})

it('an import refuses to remove what rules still use, and removes the rest when pruning is requested', async () => {
  const { id, importer } = await createImportTarget(store)
  await importFiles(importer, folder())
  const narrow = folder({ [file]: listFile({ columns: ['status'] }) })
  expect(await importFiles(importer, narrow)).toMatchObject({
    applied: false,
    problems: [
      { file: 'rules/purchase/Stolen.fql', severity: 'error' },
      { file, severity: 'warning' },
    ],
  })
  await expect(importFiles(importer, new Map([['lists/databases/risky.json', listFile()]]))).rejects.toThrow(
    /^lists\/databases\/risky\.json: /,
  )
  const without = folder({ 'lists/databases/Other.json': listFile(), 'rules/purchase/Stolen.fql': 'RETURN Approve()' })
  without.delete(file)
  expect((await importFiles(importer, without)).plan.left.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'sourceList Stolen phones',
  ])
  expect([...(await filesOf(id)).keys()]).toContain(file)
  await importFiles(importer, without, { prune: true })
  expect([...(await filesOf(id)).keys()].filter(path => path.startsWith('lists/'))).toEqual([
    'lists/custom/Risky.csv',
    'lists/databases/Other.json',
  ])
})
