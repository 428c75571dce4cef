import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClientError, type Registrar } from '../../features/applications/registrar.ts'
import { issueApplicationToken } from '../../kernel/identity/application-tokens.ts'
import { readCertificate } from '../../kernel/identity/credentials/client-certificate.ts'
import { demoClient, demoEnvironmentIds, harborId } from '../../kernel/identity/demo-tenants.ts'
import { embeddedAppId } from '../../kernel/identity/embedded-app.ts'
import { issuerOf } from '../../kernel/identity/oidc-provider.ts'
import { loadKeys } from '../../kernel/identity/signing-keys.ts'
import { createTenantDirectory } from '../../kernel/identity/tenant-directory.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../kernel/store/testing/test-store.ts'
import { seedTenants } from '../demo/seed/seed-tenants.ts'
import { runClientCommand } from './commands.ts'
import { parseCommand, UsageError } from './options.ts'
import { createCertificate, createCertificateFiles, type TestCertificate } from './testing/certificates.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-clients-'))
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}
let store: Store
let registrar: Registrar
let shop: TestCertificate
let pem: string
let moved = 0
beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  registrar = {
    db: store.db,
    clock: () => new Date(Date.now() + moved),
    newId: () => randomUUID(),
    actorIn: tenantId => ({
      principal: { tenantId, id: randomUUID(), name: 'Operator', username: '', wids: [], assignments: [] },
      roles: [],
      correlationId: randomUUID(),
    }),
  }
  shop = createCertificate()
  pem = file('shop.pem', shop.certificate)
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await store.close()
})

const settings = { publicUrl: null, host: '127.0.0.1', port: 4300, productionResource: null, sandboxResource: null }
const run = async (...args: string[]): Promise<string> =>
  (await runClientCommand(registrar, settings, parseCommand(args))).join('\n')
const refusal = async (...args: string[]): Promise<string> => {
  try {
    await run(...args)
    return 'done'
  } catch (error) {
    if (error instanceof ClientError) return `--${error.option}: ${error.message}`
    if (error instanceof UsageError) return error.message
    throw error
  }
}
const valueOf = (output: string, name: string): string => new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(output)?.[1] ?? ''
const token = async (clientId: string, secret: string, scope = 'https://api.dfp.dynamics.com/.default') => {
  const { body, status } = await issueApplicationToken(
    {
      tenant: harborId,
      version: 'v2',
      origin: 'http://localhost:4300',
      form: new Map(
        Object.entries({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope }),
      ),
    },
    {
      db: store.db,
      clock: registrar.clock,
      newId: registrar.newId,
      keys: await loadKeys({ db: store.db, log: silentLog, secretKey: null }),
      tenants: createTenantDirectory(store.db, registrar.clock),
      audiencesFor: () =>
        new Map([
          ['https://api.dfp.dynamics.com', 'production'],
          ['https://api.dfp.dynamics-int.com', 'sandbox'],
        ]),
      issuerOf,
    },
  )
  return status === 200
    ? (JSON.parse(Buffer.from(String(body['access_token']).split('.')[1] ?? '', 'base64url').toString()) as {
        roles: string[]
      })
    : status
}
const audit = async (name: string) =>
  await store.db
    .selectFrom('audit_log')
    .selectAll()
    .where('resource_type', '=', 'ApplicationAccess')
    .where('resource_name', '=', name)
    .orderBy('at')
    .orderBy('id')
    .execute()

describe('add', () => {
  it('the command add registers a client with a secret, tells all it needs, and the next token request knows it', async () => {
    const output = await run('add', '--environment', 'Harbor', '--name', 'Till')
    const [clientId, secret] = [valueOf(output, 'Client ID'), valueOf(output, 'Client secret')]
    expect(secret).toMatch(/^[\w.]{40}$/)
    expect([
      valueOf(output, 'Directory ID'),
      valueOf(output, 'Token URL'),
      valueOf(output, 'Resource URI'),
      valueOf(output, 'Endpoint'),
      valueOf(output, 'Environment ID'),
    ]).toEqual([
      harborId,
      `http://localhost:4300/${harborId}/oauth2/v2.0/token`,
      'https://api.dfp.dynamics.com',
      'http://localhost:4300',
      demoEnvironmentIds.harbor,
    ])
    expect(output).toContain(`-d client_id=${clientId} \\\n  -d client_secret=${secret}`)
    expect(await token(clientId, secret)).toMatchObject({ roles: ['Risk_API'] })
    const [line] = await audit('Till')
    expect(line).toMatchObject({
      operation: 'Create',
      actor_name: 'Operator',
      environment_id: demoEnvironmentIds.harbor,
      before: null,
      after: { clientId, roles: ['Risk_API'] },
    })
    const { rows } = { rows: [line, ...(await store.db.selectFrom('api_client_credential').selectAll().execute())] }
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(await run('list')).toContain(`${clientId}  Till  Harbor  Risk_API\n  secret `)
  })
  it('the command add keeps the id that a client already sends, once', async () => {
    const id = '8C5F9B1A-0000-4000-8000-00000000ABCD'
    expect(
      await run('add', '--environment', demoEnvironmentIds.harbor, '--name', 'Moved in', '--client-id', id),
    ).toContain(`Client ID         ${id}`)
    expect(await refusal('add', '--environment', 'Harbor', '--name', 'Again', '--client-id', id.toLowerCase())).toBe(
      `--client-id: ${id.toLowerCase()} is taken: every client has an id of its own.`,
    )
    expect(await refusal('add', '--environment', 'Harbor', '--name', 'Console', '--client-id', embeddedAppId)).toMatch(
      /^--client-id: .* is taken/,
    )
    expect(await audit('Again')).toEqual([])
  })
  it('the command add names roles by the kind of the environment; provisioning on root environments only', async () => {
    const sandbox = await store.db
      .selectFrom('environment')
      .select('name')
      .where('id', '=', demoEnvironmentIds.harborSandbox)
      .executeTakeFirstOrThrow()
    const output = await run('add', '--environment', sandbox.name, '--name', 'Both', '--roles', 'risk,provisioning')
    expect(output).toContain('(Sandbox_Provisioning_API, Sandbox_Risk_API)')
    expect(valueOf(output, 'Resource URI')).toBe('https://api.dfp.dynamics-int.com')
    expect(
      await token(
        valueOf(output, 'Client ID'),
        valueOf(output, 'Client secret'),
        'https://api.dfp.dynamics-int.com/.default',
      ),
    ).toMatchObject({ roles: ['Sandbox_Provisioning_API', 'Sandbox_Risk_API'] })
    const child = await store.db
      .selectFrom('environment')
      .select('id')
      .where('parent_id', '=', demoEnvironmentIds.harbor)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await refusal('add', '--environment', child.id, '--name', 'Below', '--roles', 'provisioning')).toBe(
      '--roles: Provisioning_API can be assigned on a root environment only.',
    )
    expect(await refusal('add', '--name', 'Nowhere')).toMatch(/^--environment: Name the environment/)
    expect(await refusal('add', '--environment', 'Mars', '--name', 'Nowhere')).toMatch(
      /^--environment: There is no environment Mars/,
    )
  })
  it('the command add registers a certificate, PEM or DER, and says how the request names it', async () => {
    for (const each of [pem, file('shop.cer', shop.der)]) {
      const output = await run('add', '--environment', 'Harbor', '--name', 'By certificate', '--certificate', each)
      expect(output).toContain(`Thumbprint        ${shop.registered.thumbprint}`)
      expect(output).toContain(`"x5t": "${shop.x5t}"`)
      expect(output).toContain('-d client_assertion="$ASSERTION"')
      expect(output).not.toContain('secret')
    }
  })
})

describe('certificates', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['with its private key', () => Buffer.from(`${shop.certificate}\n${shop.privateKey}`), /holds a private key/],
    ['a private key alone', () => Buffer.from(shop.privateKey), /holds a private key/],
    ['any text', () => Buffer.from('hello'), /^This file is not a public key certificate\.$/],
    ['nothing', () => Buffer.alloc(0), /^This file is not a public key certificate\.$/],
    ['a broken one', () => shop.der.subarray(0, 200), /^This file is not a public key certificate\.$/],
    ['a chain', () => Buffer.from(shop.certificate + shop.certificate), /holds 2 certificates/],
    ['a key that is too small', () => Buffer.from(createCertificateFiles('small').certificate), /at least 2048 bits/],
    ['another curve', () => Buffer.from(createCertificateFiles('otherCurve').certificate), /P-256/],
  ])('%s', (_name, content, expected) => {
    const read = readCertificate(content(), new Date())
    expect('fault' in read ? read.message : '').toMatch(expected)
  })
  it('a certificate that has expired or does not exist is refused', async () => {
    moved = 3 * 86_400_000
    expect(await refusal('add', '--environment', 'Harbor', '--name', 'Late', '--certificate', pem)).toBe(
      `--certificate: ${pem}: The certificate has expired.`,
    )
    moved = 0
    expect(
      await refusal('add', '--environment', 'Harbor', '--name', 'Late', '--certificate', path.join(folder, 'none.pem')),
    ).toMatch(/^--certificate: .*There is no such file\.$/)
    expect(await audit('Late')).toEqual([])
  })
})

describe('rotate and revoke', () => {
  it('two secrets overlap, a third is refused, and each can be taken away', async () => {
    const output = await run('add', '--environment', 'Harbor', '--name', 'Rotating')
    const [id, first] = [valueOf(output, 'Client ID'), valueOf(output, 'Client secret')]
    const second = valueOf(await run('rotate', '--client-id', id, '--months', '3'), 'Client secret')
    expect([typeof (await token(id, first)), typeof (await token(id, second))]).toEqual(['object', 'object'])
    const stored = await store.db
      .selectFrom('api_client_credential')
      .selectAll()
      .where('client_id', '=', id)
      .orderBy('created_at')
      .execute()
    expect(await refusal('rotate', '--client-id', id)).toBe(
      `--client-id: ${id} has 2 valid secrets already: revoke one first (--credential ${stored.map(row => row.id).join(' or ')}).`,
    )
    // An expired credential is no longer counted, and no longer accepted.
    moved = 100 * 86_400_000
    expect([typeof (await token(id, first)), await token(id, second)]).toEqual(['object', 401])
    const third = valueOf(await run('rotate', '--client-id', id), 'Client secret')
    await run('revoke', '--client-id', id, '--credential', stored[0]?.id ?? '')
    expect([await token(id, first), typeof (await token(id, third))]).toEqual([401, 'object'])
    moved = 0
    expect((await audit('Rotating')).map(line => line.operation)).toEqual(['Create', 'Update', 'Update', 'Update'])
    expect(await refusal('revoke', '--client-id', id, '--credential', 'other')).toMatch(
      /^--credential: .* has no credential other\. It has: /,
    )
  })
  it('certificates may be many, each once', async () => {
    const id = valueOf(await run('add', '--environment', 'Harbor', '--name', 'Many', '--certificate', pem), 'Client ID')
    expect(await refusal('rotate', '--client-id', id, '--certificate', pem)).toBe(
      `--certificate: ${id} has this certificate already.`,
    )
    const other = createCertificate('ec')
    expect(await run('rotate', '--client-id', id, '--certificate', file('other.crt', other.certificate))).toContain(
      other.registered.thumbprint,
    )
    expect(
      await run('revoke', '--client-id', id, '--credential', shop.registered.thumbprint.toLowerCase()),
    ).not.toContain(shop.registered.thumbprint)
  })
  it('the tokens of a credential end with their hour, or at once on request', async () => {
    const id = valueOf(await run('add', '--environment', 'Harbor', '--name', 'Leaked'), 'Client ID')
    await run('rotate', '--client-id', id)
    const credentials = await store.db
      .selectFrom('api_client_credential')
      .select('id')
      .where('client_id', '=', id)
      .orderBy('created_at')
      .execute()
    const [first = '', second = ''] = credentials.map(each => each.id)
    const ended = () =>
      store.db.selectFrom('revoked_credential').select('credential_id').where('client_id', '=', id).execute()
    expect(await run('revoke', '--client-id', id, '--credential', first)).toContain('end with their hour.')
    expect(await ended()).toEqual([])
    const output = await run('revoke', '--client-id', id, '--credential', second, '--tokens', 'end')
    expect(output).toContain('tokens that it got are refused at once.')
    expect(await ended()).toEqual([{ credential_id: second }])
    expect((await audit('Leaked')).at(-1)).toMatchObject({ operation: 'Update', after: { tokens: 'end' } })
  })
  it('revoked, a client is gone with its roles; its id is free again', async () => {
    const output = await run('add', '--environment', 'Harbor', '--name', 'Gone', '--client-id', 'gone')
    expect(await run('revoke', '--client-id', 'gone')).toMatch(/^Gone can ask for no more tokens/)
    expect(await token('gone', valueOf(output, 'Client secret'))).toBe(401)
    expect(await run('list')).not.toContain('Gone')
    expect(await refusal('revoke', '--client-id', 'gone')).toMatch(/^--client-id: There is no client gone\./)
    expect((await audit('Gone')).map(line => [line.operation, line.after === null])).toEqual([
      ['Create', false],
      ['Delete', true],
    ])
    const again = await run('add', '--environment', 'Harbor', '--name', 'Gone', '--client-id', 'gone')
    expect(await token('gone', valueOf(again, 'Client secret'))).toMatchObject({ roles: ['Risk_API'] })
    expect(await token('gone', valueOf(output, 'Client secret'))).toBe(401)
  })
  it('the demo client has a credential like every other', async () => {
    expect(await run('list')).toMatch(new RegExp(`^${demoClient.clientId}  .*\\n  secret .* good until `, 'm'))
  })
})

describe('options', () => {
  it.each<[string[], RegExp]>([
    [[], /^Usage: /],
    [['remove'], /^Usage: /],
    [['list', 'more'], /^Usage: /],
    [['add'], /^--name is missing$/],
    [['add', '--name', ' '], /^--name must not be empty$/],
    [['add', '--name', 'x'.repeat(94)], /^--name may have at most 93 characters$/],
    [['add', '--name', 'x', '--roles', 'admin'], /^--roles may name risk and provisioning/],
    [['add', '--name', 'x', '--roles', ','], /^--roles has to name at least one/],
    [['add', '--name', 'x', '--months', '25'], /^--months has to be 1 to 24$/],
    [['add', '--name', 'x', '--months', 'many'], /^--months has to be a whole number/],
    [['add', '--name', 'x', '--months', '3', '--certificate', 'a.pem'], /^--months is for secrets/],
    [['add', '--name', 'x', '--client-id', 'a b'], /^--client-id has to be/],
    [['rotate'], /^--client-id is missing$/],
    [['revoke', '--client-id', 'x', '--name', 'y'], /^--name is not for revoke$/],
    [['revoke', '--client-id', 'x', '--credential', 'y', '--tokens', 'now'], /^--tokens has to be expire or end$/],
    [['revoke', '--client-id', 'x', '--tokens', 'end'], /^--tokens is for one credential/],
    [['rotate', '--client-id', 'x', '--tokens', 'end'], /^--tokens is not for rotate$/],
    [['list', '--wrong', 'x'], /^Unknown option '--wrong'\nUsage/],
  ])('%j', async (args, expected) => {
    expect(await refusal(...args)).toMatch(expected)
  })
  it('the command tells them on standard error, with exit code 2', () => {
    const cli = path.join(import.meta.dirname, 'cli.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'add'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    })
    expect([status, stdout, stderr.trim()]).toEqual([2, '', '--name is missing'])
  })
})
