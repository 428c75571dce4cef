import path from 'node:path'
import type { z } from 'zod'
import type { PluginSink } from '../../contract/event-tracing/tracing-definitions.ts'
import type { ApiAddress, BackendTarget, SiteFeatures } from '../../contract/site-configuration.ts'
import type { RetailApplication } from '../../ports/retail-connector.ts'
import { StartError } from '../errors/start-error.ts'
import { isLoopback } from '../loopback.ts'
import type { BoosterParticipantSettings } from './booster-participants.ts'
import { environmentSchema, type MailServer } from './environment-variables.ts'
import { withSecretFiles } from './secret-files.ts'
import type { SignInRates } from './sign-in-rates.ts'

export interface Settings {
  port: number
  host: string
  /** Base of redirect URI and issuer behind a proxy, without a final slash; null: derived from the request. */
  publicUrl: string | null
  /** Addresses or networks whose forwarding headers are trusted. */
  trustedProxies: readonly string[]
  /** Absolute. */
  dataDir: string
  databaseUrl: string | null
  demo: boolean
  /** Demo accounts although the service listens on more than this machine: a banner warns of it. */
  demoPublic: boolean
  /** External identity provider; null: the embedded one. */
  authority: string | null
  clientId: string | null
  productionResource: string | null
  sandboxResource: string | null
  /** Null: the intake of the service itself. */
  applicationInsights: string | null
  retention: Retention
  /** The value of the environment variable; see `loadSecretKey`. */
  secretKey: string | null
  /** Keys that stored secrets may be encrypted with, beside the secret key: while it is rotated. */
  acceptedSecretKeys: readonly string[]
  /** Opens metrics and figures to other machines; null: they are for this one. */
  metricsToken: string | null
  /** Where traces are sent, and the share of them that begins here; null: none are made. */
  traces: { url: string; share: number } | null
  /** Risk API calls per second and environment; null: the documented limit. */
  rateLimit: number | null
  /** Limits of sign-ins and token requests. */
  signInRates: SignInRates
  /** Purchases of a first demo start; null: the generator's own number. */
  demoEvents: number | null
  log: 'file' | 'stdout'
  /** Hosts that external calls may reach at private addresses and without TLS; true: all. */
  outgoingPrivate: boolean | readonly string[]
  /** Certificate authorities of external calls beside those of Node: a PEM file. */
  outgoingCa: string | null
  /** Directories of the server that event tracing may write files to, absolute. */
  exportDirectories: readonly string[]
  /** The SMTP server that incidents are sent by, and the address of the sender; null: no email. */
  mail: (MailServer & { from: string }) | null
  /** Authority that issues tokens of Microsoft Entra for external calls; null: the public cloud. */
  entraAuthority: string | null
  /** Sinks of event tracing that are plug-ins, and switched on. */
  eventSinks: readonly PluginSink[]
  /** The application that retail environments issue tokens to, and the hosts that it may connect to; null: none. */
  retail: RetailApplication | null
  /** Banks and networks that take part in the acceptance booster. */
  boosterParticipants: readonly BoosterParticipantSettings[]
  /** Addresses of named APIs that differ from this service's own. */
  apis: Readonly<Record<string, ApiAddress>>
  /** Test backends that the console may use. */
  backends: Readonly<Partial<Record<BackendTarget, string>>>
  /** Switches of the console that differ from their defaults. */
  features: Partial<SiteFeatures>
  /** Origins of other consoles that may call this service's console API: it is their test backend. */
  consoleOrigins: readonly string[]
  /** Host names, in lower case, under which only device fingerprinting is served. */
  fingerprintingHosts: readonly string[]
  /** Null: the version of the built console. */
  build: string | null
}

export interface Retention {
  eventMonths: number
  logMonths: number
  telemetryDays: number
}

/**
 * Reads and checks every setting; a `StartError` names the setting and its valid values. An empty value counts as
 * unset.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const defined = withSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')),
  )
  const parsed = environmentSchema.safeParse(defined)
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
    acceptedSecretKeys: value.ASSAY_ACCEPTED_SECRET_KEYS,
    traces:
      value.ASSAY_TRACES_URL === undefined
        ? null
        : { url: value.ASSAY_TRACES_URL, share: value.ASSAY_TRACES_PERCENT / 100 },
    rateLimit: value.ASSAY_RATE_LIMIT ?? null,
    signInRates: {
      signIn: value.ASSAY_SIGN_IN_LIMIT,
      token: value.ASSAY_TOKEN_LIMIT,
      wrongCredentials: value.ASSAY_CREDENTIAL_LIMIT,
    },
    demoEvents: value.ASSAY_DEMO_EVENTS ?? null,
    log: value.ASSAY_LOG ?? (value.DATABASE_URL === undefined ? 'file' : 'stdout'),
    outgoingPrivate: value.ASSAY_OUTGOING_PRIVATE,
    outgoingCa: value.ASSAY_OUTGOING_CA ?? null,
    exportDirectories: value.ASSAY_EXPORT_DIRECTORIES,
    metricsToken: value.ASSAY_METRICS_TOKEN ?? null,
    mail: readMail(value),
    entraAuthority: value.ASSAY_ENTRA_AUTHORITY ?? null,
    eventSinks: value.ASSAY_EVENT_SINKS,
    retail: readRetail(value),
    boosterParticipants: value.ASSAY_BOOSTER_PARTICIPANTS,
    apis: value.ASSAY_APIS,
    backends: value.ASSAY_BACKENDS,
    features: value.ASSAY_FEATURES,
    consoleOrigins: value.ASSAY_CONSOLE_ORIGINS,
    fingerprintingHosts: value.ASSAY_FINGERPRINTING_HOSTS,
    build: value.ASSAY_BUILD ?? null,
  }
}

function readRetail({
  ASSAY_RETAIL_TOKEN_URL: tokenUrl,
  ASSAY_RETAIL_CLIENT_ID: clientId,
  ASSAY_RETAIL_CLIENT_SECRET: clientSecret,
  ASSAY_RETAIL_HOSTS: hosts,
}: z.output<typeof environmentSchema>): RetailApplication | null {
  if (tokenUrl === undefined && clientId === undefined && clientSecret === undefined && hosts.length === 0) return null
  if (tokenUrl === undefined || clientId === undefined || clientSecret === undefined || hosts.length === 0)
    throw new StartError(
      'setting-invalid',
      'The settings ASSAY_RETAIL_TOKEN_URL, ASSAY_RETAIL_CLIENT_ID, ASSAY_RETAIL_CLIENT_SECRET and ASSAY_RETAIL_HOSTS are required together: the application that retail environments issue tokens to, and the hosts of those.',
    )
  return { tokenUrl, clientId, clientSecret, hosts }
}

function readMail({ ASSAY_SMTP: server, ASSAY_SMTP_FROM: from }: z.output<typeof environmentSchema>): Settings['mail'] {
  if (server === undefined && from === undefined) return null
  if (server === undefined || from === undefined)
    throw new StartError(
      'setting-invalid',
      'The settings ASSAY_SMTP and ASSAY_SMTP_FROM are required together: the server that sends email, and the address of the sender.',
    )
  return { ...server, from }
}
