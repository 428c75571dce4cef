import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { type CountryOf, normaliseIp } from '../../engine/enrich/enrich-purchase.ts'
import { botScoreOf, headerAttributes, parseAttributes } from '../../features/devices/device-signals.ts'
import type { DeviceStore } from '../../features/devices/device-store.ts'
import type { RightsChanges } from '../../kernel/access/rights-changes.ts'
import { addressKeyOf } from '../../kernel/limits/address-key.ts'
import { createTokenBucketLimiter } from '../../kernel/limits/token-bucket-limiter.ts'
import type { Ports } from '../../ports/index.ts'
import { createEnvironmentDirectory, type DirectoryEnvironment } from '../risk-api/environment-directory.ts'
import type { ClientSide } from './client-side.ts'
import { collectorScript, framePage, loaderScript } from './scripts.ts'

export interface DeviceIntakeDeps extends Pick<Ports, 'db' | 'clock' | 'newId' | 'log'> {
  devices: Pick<DeviceStore, 'record'>
  countryOf: CountryOf
  /** Returns the address of the client of a request, behind trusted proxies. */
  addressOf: (environment: unknown, request: Request) => string | null
  /** Public address of this service, when it differs from that of the request. */
  publicUrl?: string | undefined
  /** Changes of environments; absent: they are seen after two seconds. */
  rightsChanges?: RightsChanges
  /** Processes that share the limit of an address; absent: this one alone. */
  processes?: () => number
  /** Assessments whose answers are sent to browsers; absent: none. */
  clientSide?: ClientSide
  /** Returns the host name of a request. */
  hostOf?: (environment: unknown, request: Request) => string
  /** Host names, in lower case, that serve device fingerprinting only: their frame is at `/`. */
  hosts?: ReadonlySet<string>
}

const sessionShape = /^[A-Za-z0-9_-]{1,128}$/
const pages = new Set(['', 'SI', 'SU', 'P', 'tst'])
/** Id of the transaction that a page has assessed: a GUID, with or without its hyphens. */
const requestShape = /^(?:[0-9a-f]{32}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const maxBodyBytes = 64 * 1024
/** Per client address: one address may serve many customers of a shop. */
const rateLimit = { perSecond: 10, burst: 100 }
const cookieName = 'dfp_did'
const cookieSeconds = 400 * 86_400
const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}
const script = { ...crossOriginHeaders, 'content-type': 'text/javascript; charset=utf-8' }

const collectSchema = z.object({
  sessionId: z.string().regex(sessionShape),
  instanceId: z.string().regex(uuid),
  pageId: z.string().max(10).default(''),
  attributes: z.record(z.string(), z.unknown()),
  assessment: z.string().max(60).optional(),
  requestId: z.string().max(36).optional(),
})

/**
 * Creates the device fingerprinting: the script of merchants' pages, its frame, the intake of attributes. Sends no data
 * to third parties. Mobile apps use the intake only.
 */
export function createDeviceIntake(deps: DeviceIntakeDeps): Hono {
  const { devices, countryOf, addressOf, newId, log } = deps
  const directory = createEnvironmentDirectory(deps)
  deps.rightsChanges?.subscribe(directory.expire)
  const rate = createTokenBucketLimiter(undefined, deps.processes)

  async function environmentOf(id: string): Promise<DirectoryEnvironment | null> {
    const active = (tree: Awaited<ReturnType<typeof directory.newer>>): DirectoryEnvironment | null => {
      const found = tree.environments.get(id.toLowerCase())
      return found?.status === 'Active' ? found : null
    }
    return active(await directory.current()) ?? active(await directory.newer())
  }

  /** Returns the fault of the parameters for an answer to the browser; null without parameters or faults. */
  function clientSideProblem(
    environment: DirectoryEnvironment,
    sessionId: string,
    assessment: string,
    requestId: string,
  ): 'assessment' | 'requestId' | null {
    if (assessment === '' && requestId === '') return null
    if (deps.clientSide?.offers(environment, assessment) !== true) return 'assessment'
    return requestShape.test(requestId) && requestId.toLowerCase() !== sessionId.toLowerCase() ? null : 'requestId'
  }

  const isOwnHost = (context: Context): boolean =>
    deps.hostOf !== undefined && deps.hosts?.has(deps.hostOf(context.env, context.req.raw)) === true
  const frame = (): Response =>
    new Response(framePage, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer-when-downgrade',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
      },
    })

  const app = new Hono()
  app.get('/', async (context, next) => (isOwnHost(context) ? frame() : await next()))
  app.get(
    '/health/ping',
    () => new Response(null, { status: 200, headers: { 'cache-control': 'no-store', 'content-length': '0' } }),
  )
  app.get('/mdt.js', async context => {
    const { searchParams, origin } = new URL(context.req.url)
    const read = (...names: string[]): string =>
      names.map(name => searchParams.get(name)).find(value => value !== null) ?? ''
    const sessionId = read('session_id')
    const instanceId = read('instanceId', 'customerId', 'CustomerId')
    const pageId = read('pageId', 'PageId')
    const [assessment, requestId] = [read('assessment'), read('requestId')]
    const environment =
      sessionShape.test(sessionId) && pages.has(pageId) && uuid.test(instanceId)
        ? await environmentOf(instanceId)
        : null
    // An empty answer indicates a wrong parameter.
    if (environment === null || clientSideProblem(environment, sessionId, assessment, requestId) !== null) {
      return new Response('', { headers: { ...script, 'cache-control': 'no-store' } })
    }
    // The address contains the session: the same address returns the same script.
    return new Response(
      loaderScript({
        sessionId,
        instanceId,
        pageId,
        origin: deps.publicUrl ?? origin,
        framePath: isOwnHost(context) ? '/' : '/fpt',
        clientSide: assessment === '' ? null : { assessment, requestId },
      }),
      { headers: { ...script, 'cache-control': 'private, max-age=600' } },
    )
  })
  app.get(
    '/fpt.js',
    () =>
      new Response(collectorScript, {
        headers: { ...script, 'cache-control': 'public, max-age=3600, stale-while-revalidate=86400' },
      }),
  )
  app.get('/fpt', frame)
  app.post(
    '/collect',
    bodyLimit({ maxSize: maxBodyBytes, onError: () => errorResponse(413, 'At most 64 KiB are taken.') }),
    async context => {
      const request = context.req.raw
      const body = collectSchema.safeParse(await context.req.json().catch(() => null))
      const address = addressOf(context.env, request)
      const wait = rate.acquire(addressKeyOf(address), rateLimit)
      if (wait > 0) return errorResponse(429, 'Too many requests.', { 'retry-after': String(wait) })
      if (!body.success)
        return errorResponse(
          400,
          `The value of ${body.error.issues[0]?.path.join('.') || 'the body'} is missing or not valid.`,
        )
      const { sessionId, instanceId, pageId, assessment = '', requestId = '' } = body.data
      if (!pages.has(pageId)) return errorResponse(400, 'The value of pageId is missing or not valid.')
      const environment = await environmentOf(instanceId)
      if (environment === null) return errorResponse(400, 'The value of instanceId is missing or not valid.')
      const problem = clientSideProblem(environment, sessionId, assessment, requestId)
      if (problem !== null) return errorResponse(400, `The value of ${problem} is missing or not valid.`)
      const ip = normaliseIp(address)
      const sent = new RegExp(`(?:^|;\\s*)${cookieName}=([0-9a-f-]{36})(?:;|$)`).exec(
        request.headers.get('cookie') ?? '',
      )?.[1]
      const cookieId = sent ?? newId()
      const attributes = {
        ...parseAttributes(body.data.attributes),
        ...headerAttributes(request.headers, ip, ip === null ? null : countryOf(ip)),
      }
      try {
        await devices.record({
          environmentId: instanceId.toLowerCase(),
          sessionId,
          pageId,
          cookieId,
          ip,
          botScore: botScoreOf(attributes),
          attributes,
        })
      } catch (error) {
        log.write(2, 'devices.not-stored', { name: error instanceof Error ? error.name : '' })
        return errorResponse(503, 'Not available at the moment.', { 'retry-after': '1' })
      }
      const secure = (deps.publicUrl ?? request.url).startsWith('https:')
      const response =
        assessment === ''
          ? null
          : JSON.stringify({
              response: await deps.clientSide?.answer({ environment, apiName: assessment, requestId, sessionId, ip }),
            })
      return new Response(response, {
        status: response === null ? 204 : 200,
        headers: {
          ...(response === null ? {} : { 'content-type': 'application/json; charset=utf-8' }),
          'cache-control': 'no-store',
          'set-cookie': `${cookieName}=${cookieId}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; ${secure ? 'Secure; SameSite=None' : 'SameSite=Lax'}`,
        },
      })
    },
  )
  // A dedicated host name serves nothing else: the console has its own address.
  app.all('*', async (context, next) =>
    isOwnHost(context) ? errorResponse(404, 'This page does not exist.') : await next(),
  )
  return app
}

function errorResponse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ message }), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}
