import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { environmentSchema } from './environment-variables.ts'
import { secretSettings } from './secret-files.ts'
import { readSettings } from './settings.ts'

const key = 'k'.repeat(44)
const url = 'postgres://assay:very-secret@db.example/assay'
let folder = ''
const fileOf = (name: string, content: string | Buffer): string => {
  const file = path.join(folder, name)
  writeFileSync(file, content, { mode: 0o600 })
  return file
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('secrets may be files, whose last line break does not count', () => {
  const settings = readSettings({
    DATABASE_URL_FILE: fileOf('database', `${url}\n`),
    ASSAY_SECRET_KEY_FILE: fileOf('key', `${key}\r\n`),
    ASSAY_METRICS_TOKEN_FILE: fileOf('token', 'metrics-token-of-16'),
    ASSAY_SMTP_FILE: fileOf('smtp', 'smtps://user:pass@mail.example\n'),
    ASSAY_SMTP_FROM: 'alerts@shop.example',
    ASSAY_RETAIL_TOKEN_URL: 'https://login.example/token',
    ASSAY_RETAIL_CLIENT_ID: 'assay',
    ASSAY_RETAIL_CLIENT_SECRET_FILE: fileOf('retail', 'retail-secret\n'),
    ASSAY_RETAIL_HOSTS: 'shop.example',
  })
  expect(settings).toMatchObject({
    databaseUrl: url,
    secretKey: key,
    metricsToken: 'metrics-token-of-16',
    demo: false,
    log: 'stdout',
    mail: { host: 'mail.example', credentials: { user: 'user', password: 'pass' } },
    retail: { clientSecret: 'retail-secret' },
  })
})

it.each(secretSettings)('%s is refused where it and its file are both given', name => {
  expect(() => readSettings({ [name]: 'one', [`${name}_FILE`]: fileOf('both', 'two') })).toThrow(
    expect.objectContaining({
      code: 'setting-invalid',
      message: `The settings ${name} and ${name}_FILE are both given. Unset one of them.`,
    }),
  )
})

it.each([
  ['is missing', () => path.join(folder, 'none'), 'cannot be read (ENOENT)'],
  ['is a folder', () => folder, 'cannot be read (EISDIR)'],
  ['is empty', () => fileOf('empty', ' \n'), 'is empty.'],
  ['is no secret', () => fileOf('large', Buffer.alloc(70_000, 'x')), 'is larger than 64 KiB.'],
])('a file of a secret is refused in one line where it %s', (_, file, line) => {
  const name = file()
  let message = ''
  try {
    readSettings({ ASSAY_SECRET_KEY_FILE: name })
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain(`The file ${name} of ASSAY_SECRET_KEY_FILE ${line}`)
  expect(message).not.toContain('\n')
})

it('the content of a file is checked as the setting is, and no refusal repeats it', () => {
  expect(() => readSettings({ DATABASE_URL_FILE: fileOf('wrong', 'mysql://user:very-secret@db') })).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^(?!.*very-secret)The setting DATABASE_URL has to start with postgres:/),
    }),
  )
})

it('an empty name of a file counts as unset', () => {
  expect(readSettings({ ASSAY_SECRET_KEY: key, ASSAY_SECRET_KEY_FILE: ' ' }).secretKey).toBe(key)
})

it('every secret is a setting, and every setting whose name says that it is one may be a file', () => {
  const names = Object.keys(environmentSchema.shape)
  expect(secretSettings.filter(name => !names.includes(name))).toEqual([])
  const secret = /SECRET|TOKEN(?!_URL|_LIMIT)|PASSWORD|_KEY|DATABASE_URL|CONNECTION_STRING|SMTP$/
  expect(names.filter(name => secret.test(name) && !secretSettings.some(each => each === name))).toEqual([])
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operations/secrets.md'), 'utf8')
  expect(secretSettings.filter(name => !page.includes(`\`${name}_FILE\``))).toEqual([])
})
