import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Retention } from './store/retention.ts'
import { StartError } from './store/start-error.ts'

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
}

const flag = z.enum(['0', '1'], 'has to be 0 or 1').transform(value => value === '1').optional()
const whole = (from: number, to: number, unit: string) =>
  z.string().regex(/^\d+$/, `has to be a whole number of ${unit}`).transform(Number).refine(value => value >= from && value <= to, `has to be ${from} to ${to} ${unit}`)
const webAddress = z.url({ protocol: /^https?$/, error: 'has to be an http or https address' }).transform(value => value.replace(/\/+$/, ''))
const text = z.string().optional()

const environmentSchema = z.object({
  PORT: z.string().regex(/^\d+$/, 'has to be a port number').transform(Number).refine(value => value <= 65_535, 'has to be a port number up to 65535').default(4300),
  HOST: z.string().default('127.0.0.1'),
  ASSAY_PUBLIC_URL: webAddress.optional(),
  ASSAY_TRUSTED_PROXIES: z.string().default('').transform(value => value.split(/[\s,]+/).filter(Boolean))
    .refine(list => list.every(item => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(item).success), 'has to be a list of IP addresses or networks such as 10.0.0.0/8'),
  ASSAY_DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'has to start with postgres:// or postgresql://').optional(),
  ASSAY_DEMO: flag,
  ASSAY_DEMO_PUBLIC: flag,
  ASSAY_AUTHORITY: webAddress.optional(),
  ASSAY_CLIENT_ID: text,
  ASSAY_PROD_RESOURCE: text,
  ASSAY_SANDBOX_RESOURCE: text,
  APPLICATIONINSIGHTS_CONNECTION_STRING: z.string().regex(/InstrumentationKey=/i, 'has to contain InstrumentationKey=').optional(),
  ASSAY_RETAIN_EVENTS: whole(1, 120, 'months').default(13),
  ASSAY_RETAIN_LOGS: whole(1, 120, 'months').default(13),
  ASSAY_RETAIN_TELEMETRY: whole(1, 400, 'days').default(30),
  ASSAY_SECRET_KEY: z.string().min(32, 'has to have at least 32 characters').optional(),
  ASSAY_RATE_LIMIT: whole(1, 1_000_000, 'calls per second').optional(),
  ASSAY_DEMO_EVENTS: whole(0, 10_000_000, 'events').optional(),
  ASSAY_LOG: z.enum(['file', 'stdout'], 'has to be file or stdout').optional(),
})

/** Reads and checks every setting; a `StartError` names the setting and what it has to be. An empty value counts as unset. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    throw new StartError('setting-invalid', parsed.error.issues.map(issue => `The setting ${String(issue.path[0])} ${issue.message}.`).join(' '))
  }
  const value = parsed.data
  const demo = value.ASSAY_DEMO ?? (value.DATABASE_URL === undefined && value.ASSAY_AUTHORITY === undefined)
  const demoPublic = value.ASSAY_DEMO_PUBLIC ?? false
  if (demo && value.ASSAY_AUTHORITY !== undefined) {
    throw new StartError('demo-refused', 'Demo accounts need no password and cannot be mixed with a real identity provider. Unset ASSAY_DEMO, or unset ASSAY_AUTHORITY.')
  }
  if (demo && !demoPublic && !isLoopback(value.HOST)) {
    throw new StartError('demo-refused', `Demo accounts need no password and would be open to everyone who reaches ${value.HOST}. Set ASSAY_DEMO=0, or ASSAY_DEMO_PUBLIC=1 if that is what you want.`)
  }
  if (value.ASSAY_AUTHORITY !== undefined && value.ASSAY_CLIENT_ID === undefined) {
    throw new StartError('setting-invalid', 'The setting ASSAY_CLIENT_ID is required with ASSAY_AUTHORITY: the application id that the console signs in with.')
  }
  if (value.DATABASE_URL !== undefined && value.ASSAY_SECRET_KEY === undefined) {
    throw new StartError('setting-invalid', 'The setting ASSAY_SECRET_KEY is required with DATABASE_URL. Make one with: node -p "crypto.randomBytes(32).toString(\'base64\')"')
  }
  return {
    port: value.PORT, host: value.HOST, publicUrl: value.ASSAY_PUBLIC_URL ?? null, trustedProxies: value.ASSAY_TRUSTED_PROXIES,
    dataDir: path.resolve(value.ASSAY_DATA_DIR), databaseUrl: value.DATABASE_URL ?? null,
    demo, demoPublic, authority: value.ASSAY_AUTHORITY ?? null, clientId: value.ASSAY_CLIENT_ID ?? null,
    productionResource: value.ASSAY_PROD_RESOURCE ?? null, sandboxResource: value.ASSAY_SANDBOX_RESOURCE ?? null,
    applicationInsights: value.APPLICATIONINSIGHTS_CONNECTION_STRING ?? null,
    retention: { eventMonths: value.ASSAY_RETAIN_EVENTS, logMonths: value.ASSAY_RETAIN_LOGS, telemetryDays: value.ASSAY_RETAIN_TELEMETRY },
    secretKey: value.ASSAY_SECRET_KEY ?? null, rateLimit: value.ASSAY_RATE_LIMIT ?? null,
    demoEvents: value.ASSAY_DEMO_EVENTS ?? null, log: value.ASSAY_LOG ?? (value.DATABASE_URL === undefined ? 'file' : 'stdout'),
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}

/** The key that encrypts stored secrets: as set, or made once in the data directory and readable by its owner only. */
export async function loadSecretKey(settings: Settings): Promise<string> {
  if (settings.secretKey !== null) return settings.secretKey
  const file = path.join(settings.dataDir, 'secret.key')
  await mkdir(settings.dataDir, { recursive: true })
  // `wx` never replaces: two starts at once agree on whichever key came first.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new StartError('data-not-writable', `The data directory ${settings.dataDir} cannot be written (${error.code ?? 'unknown'}). Give this user write access, or set ASSAY_DATA_DIR to another folder.`)
  })
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < 32) throw new StartError('setting-invalid', `The key file ${file} is damaged. Restore it from a backup: without it stored secrets cannot be read.`)
  return key
}
