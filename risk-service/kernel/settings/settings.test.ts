import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadSecretKey } from './secret-key.ts'
import { readSettings } from './settings.ts'

const key = 'k'.repeat(40)

describe('settings', () => {
  it('settings have the documented defaults, and an empty value counts as unset', () => {
    const expected = {
      port: 4300,
      host: '127.0.0.1',
      publicUrl: null,
      trustedProxies: [],
      databaseUrl: null,
      demo: true,
      demoPublic: false,
      authority: null,
      retention: { eventMonths: 13, logMonths: 13, telemetryDays: 30 },
      secretKey: null,
      dataDir: path.resolve('.data'),
    }
    expect(readSettings({})).toMatchObject(expected)
    expect(readSettings({ PORT: '', ASSAY_DEMO: ' ', DATABASE_URL: '' })).toMatchObject(expected)
  })

  it('settings have no demo tenants with a database server or an outside identity provider', () => {
    expect(readSettings({ DATABASE_URL: 'postgres://db/assay', ASSAY_SECRET_KEY: key }).demo).toBe(false)
    expect(readSettings({ ASSAY_AUTHORITY: 'https://login.example/t', ASSAY_CLIENT_ID: 'c' }).demo).toBe(false)
  })

  it.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: 'http' }],
    ['ASSAY_PUBLIC_URL', { ASSAY_PUBLIC_URL: 'ftp://x' }],
    ['ASSAY_TRUSTED_PROXIES', { ASSAY_TRUSTED_PROXIES: 'proxy.local' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['ASSAY_SECRET_KEY', { DATABASE_URL: 'postgres://db/assay' }],
    ['ASSAY_SECRET_KEY', { ASSAY_SECRET_KEY: 'short' }],
    ['ASSAY_CLIENT_ID', { ASSAY_AUTHORITY: 'https://login.example/t' }],
    ['ASSAY_RETAIN_EVENTS', { ASSAY_RETAIN_EVENTS: '0' }],
    ['ASSAY_RETAIN_TELEMETRY', { ASSAY_RETAIN_TELEMETRY: '30 days' }],
    ['ASSAY_DEMO', { ASSAY_DEMO: 'yes' }],
    ['ASSAY_OUTGOING_PRIVATE', { ASSAY_OUTGOING_PRIVATE: 'https://kyc.internal/' }],
    ['ASSAY_EXPORT_DIRECTORIES', { ASSAY_EXPORT_DIRECTORIES: 'srv/events' }],
    ['ASSAY_SMTP', { ASSAY_SMTP: 'mail.example', ASSAY_SMTP_FROM: 'alerts@shop.example' }],
    ['ASSAY_SMTP', { ASSAY_SMTP: 'https://mail.example', ASSAY_SMTP_FROM: 'alerts@shop.example' }],
    ['ASSAY_SMTP', { ASSAY_SMTP: 'smtp://user@mail.example', ASSAY_SMTP_FROM: 'alerts@shop.example' }],
    ['ASSAY_SMTP', { ASSAY_SMTP: 'smtp://user:100%@mail.example', ASSAY_SMTP_FROM: 'alerts@shop.example' }],
    ['ASSAY_SMTP_FROM', { ASSAY_SMTP: 'smtp://mail.example', ASSAY_SMTP_FROM: 'alerts' }],
    ['ASSAY_SMTP_FROM', { ASSAY_SMTP: 'smtp://mail.example' }],
    ['ASSAY_SMTP', { ASSAY_SMTP_FROM: 'alerts@shop.example' }],
    ['ASSAY_EVENT_SINKS', { ASSAY_EVENT_SINKS: 'eventHubs webhook' }],
    ['ASSAY_RETAIL_HOSTS', { ASSAY_RETAIL_HOSTS: 'https://shop.example' }],
    ['ASSAY_RETAIL_HOSTS', { ASSAY_RETAIL_HOSTS: 'shop.example=harbor' }],
    ['ASSAY_RETAIL_HOSTS', { ASSAY_RETAIL_CLIENT_ID: 'assay', ASSAY_RETAIL_CLIENT_SECRET: 's' }],
    ['ASSAY_RETAIL_CLIENT_SECRET', { ASSAY_RETAIL_HOSTS: 'shop.example' }],
    ['ASSAY_FINGERPRINTING_HOSTS', { ASSAY_FINGERPRINTING_HOSTS: 'https://fpt.contoso.com' }],
    [
      'ASSAY_FINGERPRINTING_HOSTS',
      { ASSAY_FINGERPRINTING_HOSTS: 'risk.contoso.com', ASSAY_PUBLIC_URL: 'https://Risk.contoso.com' },
    ],
  ])('settings that are wrong are named: %s in %j', (name, environment) => {
    expect(() => readSettings(environment)).toThrow(
      expect.objectContaining({ code: 'setting-invalid', message: expect.stringContaining(name) }),
    )
  })

  it.each([
    [{ ASSAY_DEMO: '1', ASSAY_AUTHORITY: 'https://login.example/t', ASSAY_CLIENT_ID: 'c' }],
    [{ HOST: '0.0.0.0' }],
    // A name, not an address of this machine.
    [{ HOST: '127.example.com' }],
  ])('settings refuse demo accounts where they are unsafe: %j', environment => {
    expect(() => readSettings(environment)).toThrow(expect.objectContaining({ code: 'demo-refused' }))
  })

  it('settings name an SMTP server, its credentials and the sender, and no refusal repeats a password', () => {
    const from = 'alerts@shop.example'
    expect(readSettings({}).mail).toBeNull()
    expect(readSettings({ ASSAY_SMTP: 'smtp://Mail.example', ASSAY_SMTP_FROM: from }).mail).toEqual({
      host: 'mail.example',
      port: 587,
      secure: false,
      credentials: null,
      from,
    })
    expect(readSettings({ ASSAY_SMTP: 'smtps://us%40er:p%3Aw@[fd00::1]', ASSAY_SMTP_FROM: from }).mail).toEqual({
      host: 'fd00::1',
      port: 465,
      secure: true,
      credentials: { user: 'us@er', password: 'p:w' },
      from,
    })
    expect(() => readSettings({ ASSAY_SMTP: 'smtp://user:very-secret@mail.example/x', ASSAY_SMTP_FROM: from })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('very-secret') }),
    )
  })

  it('settings have an application for retail systems, with the hosts of tenants, or none', () => {
    const tenantId = 'f2b7c9d0-3a41-4c52-8f0e-6f1d2b3c4d5e'
    expect(readSettings({}).retail).toBeNull()
    expect(
      readSettings({
        ASSAY_RETAIL_TOKEN_URL: 'https://login.example/token',
        ASSAY_RETAIL_CLIENT_ID: 'assay',
        ASSAY_RETAIL_CLIENT_SECRET: 'secret',
        ASSAY_RETAIL_HOSTS: `Shop.example=${tenantId} *.retail.example, 127.0.0.1:4301`,
      }).retail,
    ).toEqual({
      tokenUrl: 'https://login.example/token',
      clientId: 'assay',
      clientSecret: 'secret',
      hosts: [
        { host: 'shop.example', tenantId },
        { host: '*.retail.example', tenantId: null },
        { host: '127.0.0.1:4301', tenantId: null },
      ],
    })
  })

  it('settings let external calls reach no private address, the named hosts, or all', () => {
    expect(readSettings({}).outgoingPrivate).toEqual([])
    expect(readSettings({ ASSAY_OUTGOING_PRIVATE: 'KYC.internal, 10.0.0.5 fd00::1' }).outgoingPrivate).toEqual([
      'kyc.internal',
      '10.0.0.5',
      'fd00::1',
    ])
    expect([
      readSettings({ ASSAY_OUTGOING_PRIVATE: '1' }).outgoingPrivate,
      readSettings({ ASSAY_OUTGOING_PRIVATE: '0' }).outgoingPrivate,
    ]).toEqual([true, false])
  })

  it('settings name the directories that event tracing may write to', () => {
    expect(readSettings({}).exportDirectories).toEqual([])
    expect(readSettings({ ASSAY_EXPORT_DIRECTORIES: '/srv/events/, /mnt/a /srv/events' }).exportDirectories).toEqual([
      '/srv/events',
      '/mnt/a',
    ])
  })

  it('settings name the hosts of fingerprinting', () => {
    expect(readSettings({}).fingerprintingHosts).toEqual([])
    expect(
      readSettings({ ASSAY_FINGERPRINTING_HOSTS: 'Fpt.Contoso.com, fpt.shop.example' }).fingerprintingHosts,
    ).toEqual(['fpt.contoso.com', 'fpt.shop.example'])
  })

  it('settings switch on plug-ins of event tracing', () => {
    expect(readSettings({}).eventSinks).toEqual([])
    expect(readSettings({ ASSAY_EVENT_SINKS: 'blobStorage, eventHubs' }).eventSinks).toEqual([
      'eventHubs',
      'blobStorage',
    ])
  })

  it.each(['localhost', '127.0.0.1', '127.0.0.2', '::1'])(
    'settings allow demo accounts on %s, which is this machine',
    host => {
      expect(readSettings({ HOST: host })).toMatchObject({ demo: true, demoPublic: false, host })
    },
  )

  it('settings allow demo accounts on every address when asked for', () => {
    expect(readSettings({ HOST: '0.0.0.0', ASSAY_DEMO_PUBLIC: '1' })).toMatchObject({ demo: true, demoPublic: true })
  })

  it('settings make the secret key once, readable by its owner only', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-key-'))
    try {
      chmodSync(dataDir, 0o755)
      const settings = readSettings({ ASSAY_DATA_DIR: dataDir })
      const [first, second] = await Promise.all([loadSecretKey(settings), loadSecretKey(settings)])
      expect(first).toBe(second)
      expect(Buffer.from(String(first), 'base64')).toHaveLength(32)
      expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
      expect(readFileSync(path.join(dataDir, 'secret.key'), 'utf8').trim()).toBe(first)
      expect(await loadSecretKey(readSettings({ ASSAY_DATA_DIR: dataDir, ASSAY_SECRET_KEY: key }))).toBe(key)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})

describe('a start that cannot be, said in one line before anything is touched', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-start-'))
  const file = path.join(folder, 'notes.txt')
  writeFileSync(file, 'no certificate')
  afterAll(() => rmSync(folder, { recursive: true }))
  it.each([
    [
      'a data directory that is a file',
      { ASSAY_DATA_DIR: file },
      `The data directory ${file} is a file, or lies below one. Set ASSAY_DATA_DIR to a folder.`,
    ],
    [
      'a data directory below a file',
      { ASSAY_DATA_DIR: path.join(file, 'data') },
      `The data directory ${path.join(file, 'data')} is a file, or lies below one. Set ASSAY_DATA_DIR to a folder.`,
    ],
    [
      'no file of authorities',
      { ASSAY_OUTGOING_CA: path.join(folder, 'none.pem') },
      `The file ${path.join(folder, 'none.pem')} of ASSAY_OUTGOING_CA cannot be read.`,
    ],
    [
      'a file of authorities without one',
      { ASSAY_OUTGOING_CA: file },
      `The file ${file} of ASSAY_OUTGOING_CA holds no certificate in PEM form.`,
    ],
  ])(
    '%s',
    (_, given, line) => {
      const { status, stderr } = spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../../main.ts')], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], PORT: '0', ASSAY_DATA_DIR: path.join(folder, 'data'), ...given },
      })
      expect(stderr).toBe(`${line}\n`)
      expect(status).toBe(1)
      expect(existsSync(path.join(folder, 'data'))).toBe(false)
    },
    20_000,
  )
})

it('every setting stands in the README', () => {
  const source = readFileSync(path.resolve(import.meta.dirname, 'environment-variables.ts'), 'utf8')
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8')
  const settings = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)
  expect(settings.length).toBeGreaterThan(20)
  expect(settings.filter(name => !readme.includes(`\`${name}\``))).toEqual([])
})

it('every command that the texts show exists and makes a fresh checkout runnable first', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const texts = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(path.join(root, 'docs'))
      .filter(name => name.endsWith('.md'))
      .map(name => path.join('docs', name)),
  ]
  const shown = new Set(
    texts.flatMap(name =>
      [
        ...readFileSync(path.join(root, name), 'utf8').matchAll(
          /(?:^|`)npm (?:run )?(?:--silent )?([a-z][\w:-]*)(?: -w ([\w-]+))?/gm,
        ),
      ]
        .filter(([, command]) => command !== 'ci')
        .map(([, command = '', workspace = '']) => `${workspace}/${command}`),
    ),
  )
  expect(shown.size).toBeGreaterThan(20)
  const unready = [...shown].filter(entry => {
    const [workspace = '', command = ''] = entry.split('/')
    const { scripts = {} } = JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8')) as {
      scripts?: Record<string, string>
    }
    return scripts[command] === undefined || !(scripts[`pre${command}`] ?? '').includes('scripts/ensure.mjs')
  })
  expect(unready).toEqual([])
})
