import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import {
  type ApiAddress,
  type BackendTarget,
  backendTargets,
  type SiteFeatures,
  siteFeatures,
} from '../../contract/site-configuration.ts'
import { StartError } from '../errors/start-error.ts'
import { makeFolder, notWritableError } from './data-folder.ts'

export interface Settings {
  port: number
  host: string
  /** Base of redirect URI and issuer behind a proxy, without a final slash; null: as the request says. */
  publicUrl: string | null
  /** Addresses or networks whose forwarding headers are believed. */
  trustedProxies: readonly string[]
  /** Absolute. */
  dataDir: string
  databaseUrl: string | null
  demo: boolean
  /** Demo accounts although the service listens on more than this machine: a banner says so. */
  demoPublic: boolean
  /** External identity provider; null: the embedded one. */
  authority: string | null
  clientId: string | null
  productionResource: string | null
  sandboxResource: string | null
  /** Null: the service's own intake. */
  applicationInsights: string | null
  retention: Retention
  /** As given; see `loadSecretKey`. */
  secretKey: string | null
  /** Risk API calls per second and environment; null: the documented limit. */
  rateLimit: number | null
  /** Purchases of a first demo start; null: the generator's own number. */
  demoEvents: number | null
  log: 'file' | 'stdout'
  /** Hosts that external calls may reach at private addresses and without TLS; true: all. */
  outgoingPrivate: boolean | readonly string[]
  /** Certificate authorities of external calls beside those of Node: a PEM file. */
  outgoingCa: string | null
  /** Where tokens of Microsoft Entra for external calls come from; null: the public cloud. */
  entraAuthority: string | null
  /** Addresses of named APIs that differ from this service's own. */
  apis: Readonly<Record<string, ApiAddress>>
  /** Test backends that the console may be pointed at. */
  backends: Readonly<Partial<Record<BackendTarget, string>>>
  /** Switches of the console that differ from their defaults. */
  features: Partial<SiteFeatures>
  /** Origins of other consoles that may call this service's console API: it is their test backend. */
  consoleOrigins: readonly string[]
  /** Host names, in lower case, under which only device fingerprinting is served. */
  fingerprintingHosts: readonly string[]
  /** Null: as the built console says. */
  build: string | null
}

const flag = z
  .enum(['0', '1'], 'has to be 0 or 1')
  .transform(value => value === '1')
  .optional()
const integer = (from: number, to: number, unit: string) =>
  z
    .string()
    .regex(/^\d+$/, `has to be a whole number of ${unit}`)
    .transform(Number)
    .refine(value => value >= from && value <= to, `has to be ${from} to ${to} ${unit}`)
const webAddress = z
  .url({ protocol: /^https?$/, error: 'has to be an http or https address' })
  .transform(value => value.replace(/\/+$/, ''))
const text = z.string().optional()

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
/** `Name=value` pairs, parted by blanks or commas. */
const pairs = z
  .string()
  .default('')
  .transform(value =>
    value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((pair): [string, string] => {
        const [name = '', ...rest] = pair.split('=')
        return [name, rest.join('=').replace(/\/+$/, '')]
      }),
  )
const apiList = pairs
  .refine(
    list =>
      list.every(([name, value]) => /^\w+$/.test(name) && (isWebAddress(value) || /^\w+(\/[^\s?#]*)?$/.test(value))),
    'has to be a list such as Risk_API=https://risk.example.net Sandbox_Risk_API=Risk_API/sandbox',
  )
  .transform(list =>
    Object.fromEntries(
      list.map(([name, value]): [string, ApiAddress] => {
        if (isWebAddress(value)) return [name, { baseUri: value }]
        const [ref = '', ...path] = value.split('/')
        return [name, { ref, path: path.length > 0 ? `/${path.join('/')}` : '' }]
      }),
    ),
  )
const backendList = pairs
  .transform(list =>
    list.map(([name, value]): [string, string] => [
      backendTargets.find(target => target.toLowerCase() === name.toLowerCase()) ?? name,
      value,
    ]),
  )
  .refine(
    list =>
      list.every(
        ([name, value]) =>
          backendTargets.some(target => target === name) &&
          name !== 'IntZ' &&
          isWebAddress(value.replace('{value}', 'x')) &&
          value.includes('{value}') === (name === 'Custom'),
      ),
    'has to be a list such as Perf=https://perf.example.net Custom=https://{value}.example.net (Custom, Poc, Perf2, Perf, Test, Endr, Local)',
  )
  .transform(list => Object.fromEntries(list))
const featureList = z
  .string()
  .default('')
  .transform(value => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    list => list.every(name => siteFeatures.some(feature => feature === name.replace(/^-/, ''))),
    `has to be a list of ${siteFeatures.join(', ')}, with a minus before what is switched off`,
  )
  .transform(list => Object.fromEntries(list.map(name => [name.replace(/^-/, ''), !name.startsWith('-')])))
const originList = z
  .string()
  .default('')
  .transform(value =>
    value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(entry => entry.replace(/\/+$/, '')),
  )
  .refine(
    list => list.every(entry => isWebAddress(entry) && new URL(entry).origin === entry),
    'has to be a list of origins such as https://console.example.net',
  )

const environmentSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d+$/, 'has to be a port number')
    .transform(Number)
    .refine(value => value <= 65_535, 'has to be a port number up to 65535')
    .default(4300),
  HOST: z.string().default('127.0.0.1'),
  ASSAY_PUBLIC_URL: webAddress.optional(),
  ASSAY_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(value => value.split(/[\s,]+/).filter(Boolean))
    .refine(
      list => list.every(item => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(item).success),
      'has to be a list of IP addresses or networks such as 10.0.0.0/8',
    ),
  ASSAY_DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'has to start with postgres:// or postgresql://')
    .optional(),
  ASSAY_DEMO: flag,
  ASSAY_DEMO_PUBLIC: flag,
  ASSAY_AUTHORITY: webAddress.optional(),
  ASSAY_CLIENT_ID: text,
  ASSAY_PROD_RESOURCE: text,
  ASSAY_SANDBOX_RESOURCE: text,
  APPLICATIONINSIGHTS_CONNECTION_STRING: z
    .string()
    .regex(/InstrumentationKey=/i, 'has to contain InstrumentationKey=')
    .optional(),
  ASSAY_RETAIN_EVENTS: integer(1, 120, 'months').default(13),
  ASSAY_RETAIN_LOGS: integer(1, 120, 'months').default(13),
  ASSAY_RETAIN_TELEMETRY: integer(1, 400, 'days').default(30),
  ASSAY_SECRET_KEY: z.string().min(32, 'has to have at least 32 characters').optional(),
  ASSAY_RATE_LIMIT: integer(1, 1_000_000, 'calls per second').optional(),
  ASSAY_DEMO_EVENTS: integer(0, 10_000_000, 'events').optional(),
  ASSAY_LOG: z.enum(['file', 'stdout'], 'has to be file or stdout').optional(),
  ASSAY_OUTGOING_PRIVATE: z
    .string()
    .default('')
    .transform(value =>
      value
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(entry => entry.toLowerCase()),
    )
    .refine(
      list => list.every(entry => /^[\w.:-]+$/.test(entry)),
      'has to be 1, or a list of hosts such as risk.internal 10.0.0.5',
    )
    .transform(list =>
      list.length === 1 && ['0', '1', 'false', 'true'].includes(list[0] ?? '')
        ? list[0] === '1' || list[0] === 'true'
        : list,
    ),
  ASSAY_OUTGOING_CA: text,
  ASSAY_ENTRA_AUTHORITY: webAddress.optional(),
  ASSAY_APIS: apiList,
  ASSAY_BACKENDS: backendList,
  ASSAY_FEATURES: featureList,
  ASSAY_CONSOLE_ORIGINS: originList,
  ASSAY_FINGERPRINTING_HOSTS: z
    .string()
    .default('')
    .transform(value =>
      value
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(entry => entry.toLowerCase()),
    )
    .refine(
      list => list.every(entry => /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(entry)),
      'has to be a list of host names such as fpt.contoso.com',
    ),
  ASSAY_BUILD: z
    .string()
    .regex(/^\d{8}\.\d+$/, 'has to be a date and a number such as 20250702.2')
    .optional(),
})

/**
 * Reads and checks every setting; a `StartError` names the setting and what it has to be. An empty value counts as
 * unset.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    throw new StartError(
      'setting-invalid',
      parsed.error.issues.map(issue => `The setting ${String(issue.path[0])} ${issue.message}.`).join(' '),
    )
  }
  const value = parsed.data
  const demo = value.ASSAY_DEMO ?? (value.DATABASE_URL === undefined && value.ASSAY_AUTHORITY === undefined)
  const demoPublic = value.ASSAY_DEMO_PUBLIC ?? false
  if (demo && value.ASSAY_AUTHORITY !== undefined) {
    throw new StartError(
      'demo-refused',
      'Demo accounts need no password and cannot be mixed with a real identity provider. Unset ASSAY_DEMO, or unset ASSAY_AUTHORITY.',
    )
  }
  if (demo && !demoPublic && !isLoopback(value.HOST)) {
    throw new StartError(
      'demo-refused',
      `Demo accounts need no password and would be open to everyone who reaches ${value.HOST}. Set ASSAY_DEMO=0, or ASSAY_DEMO_PUBLIC=1 if that is what you want.`,
    )
  }
  if (value.ASSAY_AUTHORITY !== undefined && value.ASSAY_CLIENT_ID === undefined) {
    throw new StartError(
      'setting-invalid',
      'The setting ASSAY_CLIENT_ID is required with ASSAY_AUTHORITY: the application id that the console signs in with.',
    )
  }
  if (
    value.ASSAY_PUBLIC_URL !== undefined &&
    value.ASSAY_FINGERPRINTING_HOSTS.includes(new URL(value.ASSAY_PUBLIC_URL).hostname)
  ) {
    throw new StartError(
      'setting-invalid',
      'The setting ASSAY_FINGERPRINTING_HOSTS names the host of ASSAY_PUBLIC_URL, where the console is. Give fingerprinting a name of its own, or leave the setting out.',
    )
  }
  if (value.DATABASE_URL !== undefined && value.ASSAY_SECRET_KEY === undefined) {
    throw new StartError(
      'setting-invalid',
      'The setting ASSAY_SECRET_KEY is required with DATABASE_URL. Make one with: node -p "crypto.randomBytes(32).toString(\'base64\')"',
    )
  }
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.ASSAY_PUBLIC_URL ?? null,
    trustedProxies: value.ASSAY_TRUSTED_PROXIES,
    dataDir: path.resolve(value.ASSAY_DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    demo,
    demoPublic,
    authority: value.ASSAY_AUTHORITY ?? null,
    clientId: value.ASSAY_CLIENT_ID ?? null,
    productionResource: value.ASSAY_PROD_RESOURCE ?? null,
    sandboxResource: value.ASSAY_SANDBOX_RESOURCE ?? null,
    applicationInsights: value.APPLICATIONINSIGHTS_CONNECTION_STRING ?? null,
    retention: {
      eventMonths: value.ASSAY_RETAIN_EVENTS,
      logMonths: value.ASSAY_RETAIN_LOGS,
      telemetryDays: value.ASSAY_RETAIN_TELEMETRY,
    },
    secretKey: value.ASSAY_SECRET_KEY ?? null,
    rateLimit: value.ASSAY_RATE_LIMIT ?? null,
    demoEvents: value.ASSAY_DEMO_EVENTS ?? null,
    log: value.ASSAY_LOG ?? (value.DATABASE_URL === undefined ? 'file' : 'stdout'),
    outgoingPrivate: value.ASSAY_OUTGOING_PRIVATE,
    outgoingCa: value.ASSAY_OUTGOING_CA ?? null,
    entraAuthority: value.ASSAY_ENTRA_AUTHORITY ?? null,
    apis: value.ASSAY_APIS,
    backends: value.ASSAY_BACKENDS,
    features: value.ASSAY_FEATURES,
    consoleOrigins: value.ASSAY_CONSOLE_ORIGINS,
    fingerprintingHosts: value.ASSAY_FINGERPRINTING_HOSTS,
    build: value.ASSAY_BUILD ?? null,
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}

/** The key that encrypts stored secrets: as set, or made once in the data directory and readable by its owner only. */
export async function loadSecretKey(settings: Settings): Promise<string> {
  if (settings.secretKey !== null) return settings.secretKey
  const file = path.join(settings.dataDir, 'secret.key')
  await makeFolder(settings.dataDir)
  // `wx` never replaces: two starts at once agree on whichever key came first.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw notWritableError(settings.dataDir, error)
    },
  )
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < 32)
    throw new StartError(
      'setting-invalid',
      `The key file ${file} is damaged. Restore it from a backup: without it stored secrets cannot be read.`,
    )
  return key
}
export interface Retention {
  eventMonths: number
  logMonths: number
  telemetryDays: number
}
