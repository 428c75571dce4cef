/** The variables of the process that configure the service: the valid values of each, and the parsed result. */
import path from 'node:path'
import { z } from 'zod'
import { pluginSinks } from '../../contract/event-tracing/tracing-definitions.ts'
import { type ApiAddress, backendTargets, siteFeatures } from '../../contract/site-configuration.ts'
import { boosterParticipants } from './booster-participants.ts'
import { defaultSignInRates } from './sign-in-rates.ts'

/** An SMTP server that takes email messages. */
export interface MailServer {
  /** Name or address, without brackets. */
  host: string
  port: number
  /** TLS from the beginning, not by STARTTLS. */
  secure: boolean
  credentials: { user: string; password: string } | null
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

/** `Name=value` pairs, separated by blanks or commas. */
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

/** Sinks of event tracing that are plug-ins, and switched on. */
const pluginSinkList = z
  .string()
  .default('')
  .transform(value => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    list => list.every(name => pluginSinks.some(sink => sink === name)),
    `has to be a list of ${pluginSinks.join(', ')}`,
  )
  .transform(list => pluginSinks.filter(sink => list.includes(sink)))

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

/** Ports of SMTP with STARTTLS and with TLS from the beginning. */
const submissionPorts = { 'smtp:': 587, 'smtps:': 465 } as const

/** An SMTP server as an address, its user name and password percent-encoded. */
const mailServer = z
  .string()
  .refine(value => {
    const url = URL.parse(value)
    return (
      url !== null &&
      url.protocol in submissionPorts &&
      url.hostname !== '' &&
      /^\/?$/.test(url.pathname) &&
      url.search === '' &&
      url.hash === '' &&
      (url.username === '') === (url.password === '') &&
      [url.username, url.password].every(part => !/%(?![\da-f]{2})/i.test(part))
    )
  }, 'has to be an address such as smtps://user:password@mail.example.net')
  .transform((value): MailServer => {
    const url = new URL(value)
    const secure = url.protocol === 'smtps:'
    return {
      host: url.hostname.replace(/^\[|\]$/g, '').toLowerCase(),
      port: url.port === '' ? submissionPorts[secure ? 'smtps:' : 'smtp:'] : Number(url.port),
      secure,
      credentials:
        url.username === ''
          ? null
          : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    }
  })

/** Hosts of retail environments: each with the id of the tenant that may connect to it, or for all tenants. */
const retailHosts = pairs
  .refine(
    list =>
      list.every(
        ([host, tenantId]) =>
          /^(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d+)?$/i.test(host) &&
          (tenantId === '' || z.uuid().safeParse(tenantId).success),
      ),
    'has to be a list of hosts such as shop.operations.dynamics.com=f2b7c9d0-3a41-4c52-8f0e-6f1d2b3c4d5e',
  )
  .transform(list => list.map(([host, tenantId]) => ({ host: host.toLowerCase(), tenantId: tenantId || null })))

export const environmentSchema = z.object({
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
  ASSAY_ACCEPTED_SECRET_KEYS: z
    .string()
    .default('')
    .transform(value => value.split(/\s+/).filter(Boolean))
    .refine(list => list.every(key => key.length >= 32), 'has to be a list of keys of at least 32 characters each'),
  ASSAY_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'has to have at least 16 letters, digits and signs, without spaces')
    .optional(),
  ASSAY_TRACES_URL: webAddress.optional(),
  ASSAY_TRACES_PERCENT: integer(0, 100, 'percent').default(10),
  ASSAY_RATE_LIMIT: integer(1, 1_000_000, 'calls per second').optional(),
  ASSAY_SIGN_IN_LIMIT: integer(1, 100_000, 'sign-ins per second').default(defaultSignInRates.signIn),
  ASSAY_TOKEN_LIMIT: integer(1, 100_000, 'token requests per second').default(defaultSignInRates.token),
  ASSAY_CREDENTIAL_LIMIT: integer(1, 100_000, 'wrong credentials per hour').default(
    defaultSignInRates.wrongCredentials,
  ),
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
  ASSAY_EXPORT_DIRECTORIES: z
    .string()
    .default('')
    .transform(value => value.split(/[\s,]+/).filter(Boolean))
    .refine(
      list => list.every(entry => path.isAbsolute(entry)),
      'has to be a list of absolute paths of directories such as /srv/assay/events',
    )
    .transform(list => [...new Set(list.map(entry => path.resolve(entry)))]),
  ASSAY_ENTRA_AUTHORITY: webAddress.optional(),
  ASSAY_EVENT_SINKS: pluginSinkList,
  ASSAY_RETAIL_TOKEN_URL: webAddress.optional(),
  ASSAY_RETAIL_CLIENT_ID: text,
  ASSAY_RETAIL_CLIENT_SECRET: text,
  ASSAY_RETAIL_HOSTS: retailHosts,
  ASSAY_BOOSTER_PARTICIPANTS: boosterParticipants,
  ASSAY_SMTP: mailServer.optional(),
  ASSAY_SMTP_FROM: z.email('has to be an email address').optional(),
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
