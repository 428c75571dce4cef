import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { isOutage, outageText } from '../kernel/errors/outage.ts'
import type { Ports } from '../ports/index.ts'
import { createApiPage } from './api-page.ts'
import { createHealth, type HealthDeps } from './health.ts'
import { security } from './security.ts'
import { createTelemetry } from './telemetry.ts'

export interface AppDeps {
  ports: Pick<Ports, 'db' | 'clock' | 'log' | 'newId'>
  /** `createRiskApi(...)` and `createConsoleApi(...)`. */
  riskApi: Hono
  /** `createDeviceIntake(...)`; absent: no device fingerprinting. */
  deviceIntake?: Hono
  consoleApi: Hono
  /** `createMcpServer(...)`; absent: no tools for programs of users. */
  mcp?: Hono
  health: HealthDeps
  /** `createConsoleSite(...)`; absent where another server delivers the pages. */
  console?: Hono
  /** Returns the address of the client of a request, behind trusted proxies, for limits per client. */
  addressOf: (environment: unknown, request: Request) => string | null
  /** Processes that share limits per client; absent: this one alone. */
  processes?: () => number
  /** Origins of other consoles, for which this service is a test backend. */
  consoleOrigins?: readonly string[]
}

/** Creates the app for all HTTP requests to the service, except the paths of the identity provider. */
export function createApp(deps: AppDeps): Hono {
  const { ports } = deps
  const app = new Hono()
  // First and without the middleware below: it is called thousands of times per second, and its clients are programs.
  app.route('/', deps.riskApi)
  // Scripts and frames for pages of other origins: the headers below would block them.
  if (deps.deviceIntake) app.route('/', deps.deviceIntake)
  app.use(
    '*',
    security(request => request.url.startsWith('https:')),
  )
  if (deps.consoleOrigins?.length) {
    app.use(
      '/api/console/*',
      cors({
        origin: [...deps.consoleOrigins],
        allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
        exposeHeaders: ['x-ms-correlation-id', 'retry-after', 'date'],
        maxAge: 600,
      }),
    )
  }
  app.route('/', createHealth(deps.health))
  app.route('/', createTelemetry(ports, deps.addressOf, undefined, deps.processes))
  app.route('/', deps.consoleApi)
  if (deps.mcp) app.route('/', deps.mcp)
  app.route('/', createApiPage(deps))
  if (deps.console) app.route('/', deps.console)
  app.notFound(context =>
    context.json(
      { code: 'notFound', message: 'This page does not exist.', details: {}, correlationId: ports.newId() },
      404,
    ),
  )
  app.onError((error, context) => {
    const correlationId = ports.newId()
    ports.log.write(3, 'http.failed', { correlationId, name: error.name, method: context.req.method })
    if (isOutage(error)) {
      return context.json({ code: 'unavailable', message: outageText(error), details: {}, correlationId }, 503, {
        'retry-after': '1',
      })
    }
    return context.json({ code: 'internal', message: 'Something went wrong.', details: {}, correlationId }, 500)
  })
  return app
}
