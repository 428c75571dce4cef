import { defined } from '@assay/risk-service/contract'
import { ApplicationInsights, type ICustomProperties, type ITelemetryItem } from '@microsoft/applicationinsights-web'
import { productId, siteConfiguration } from '../site/site-configuration.ts'
import { ownTexts, watchClicks } from './clicks.ts'
import { samplingPercentage, sessionExpirationMs, sessionRenewalMs } from './constants.ts'
import type { Entry, Sink, TelemetryHost } from './entries.ts'
import { isTelemetryUserId, maskMessage, maskPage, maskStack, maskText, routeOf } from './mask.ts'
import { type Payload, sendBatch } from './send.ts'

let insights: ApplicationInsights | undefined

/** Properties that entries may have; what a library or a browser adds on its own is not sent. */
const knownProperties = [
  'activityId',
  'eventName',
  'eventType',
  'eventModifier',
  'eventDuration',
  'assignedRoles',
  'environmentId',
  'text',
  'element',
]
/** Masked names for every kind of entry of the library. */
const errorType = 'ExceptionData'

/**
 * Starts the monitoring library with the constants of the product specification; null where no target is configured.
 */
export function openLibrary(surroundings: TelemetryHost, userId?: string): Sink | null {
  const { monitoringConnectionString: connectionString } = siteConfiguration()
  // The default intake of the library is that of its vendor: nothing is sent there unless it is configured.
  if (!/InstrumentationKey=/i.test(connectionString)) return null
  // Typed by the channel, not by the package that hands it on. Three tries of our own, then silence.
  const sending = { alwaysUseXhrOverride: true, httpXHROverride: { sendPOST: post } }
  const opened = new ApplicationInsights({
    config: {
      ...sending,
      connectionString,
      sessionRenewalMs,
      sessionExpirationMs,
      samplingPercentage,
      // Own calls are not logged; page views, exceptions and timings are.
      disableAjaxTracking: true,
      disableFetchTracking: true,
      disableCorrelationHeaders: true,
      enableAutoRouteTracking: false,
      enableUnhandledPromiseRejectionTracking: true,
      // The age of the user cookie is the library's own: one year.
      cookieCfg: { enabled: true, path: '/' },
      userCookiePostfix: 'assay',
      isStorageUseDisabled: false,
      enableSessionStorageBuffer: false,
      disableUserInitMessage: true,
      loggingLevelConsole: 0,
      loggingLevelTelemetry: 0,
      maxBatchInterval: 15_000,
      // What the library would send to its vendor on its own account.
      throttleMgrCfg: {},
      extensionConfig: { AppInsightsCfgSyncPlugin: { cfgUrl: '' } },
      featureOptIn: { SdkStats: { mode: 2 } },
    },
  })
  opened.addTelemetryInitializer(item => clean(item, surroundings))
  opened.loadAppInsights()
  insights = opened
  const nameUser = (id: string) => {
    if (isTelemetryUserId(id)) opened.setAuthenticatedUserContext(id)
    else surroundings.onInvalidUser()
  }
  if (userId !== undefined) nameUser(userId)
  let isOwnText: (text: string) => boolean = () => false
  watchClicks(
    document,
    text => isOwnText(text),
    ({ text, element }) => surroundings.onClick(text, element),
  )
  return {
    write: entry => write(opened, entry),
    setTexts: messages => {
      isOwnText = ownTexts(messages)
    },
    setUser: nameUser,
  }
}

/** Sends what is still waiting. */
export function flush(): void {
  insights?.flush(true)
}

/** Ends the library; for tests. */
export function closeLibrary(): void {
  void insights?.unload(false, () => undefined)
  insights = undefined
}

function post(
  payload: Payload,
  done: (status: number, headers: Record<string, string>, response?: string) => void,
  leaving?: boolean,
): void {
  // Whatever the result, the library must not retry.
  void sendBatch(payload, { leaving: leaving === true || document.visibilityState === 'hidden' }).then(() =>
    done(200, {}, ''),
  )
}

function write(sink: ApplicationInsights, entry: Entry): void {
  const context: ICustomProperties = { ...entry.context }
  if (entry.kind === 'event') {
    sink.trackEvent({ name: entry.event.eventName, properties: { ...entry.details, ...entry.event, ...context } })
  } else if (entry.kind === 'error') {
    const error = entry.error instanceof Error ? entry.error : new Error()
    const { name, message, stack } = error
    const code = 'code' in error ? error.code : undefined
    const exception = new Error(maskMessage(name, message, code))
    exception.name = name
    exception.stack = `${name}: ${exception.message}\n${maskStack(stack ?? '')}`
    sink.trackException({
      exception,
      severityLevel: entry.level,
      properties: { ...context, ...defined({ activityId: entry.activityId }) },
    })
  } else if (entry.kind === 'trace') {
    sink.trackTrace({ message: entry.message, severityLevel: entry.level, properties: context })
  } else {
    const name = routeOf(entry.path)
    sink.trackPageView({ name, uri: `${location.origin}${name}`, properties: context })
  }
}

type TelemetryProperties = Record<string, unknown>
const propertiesOf = (value: unknown): TelemetryProperties | undefined =>
  typeof value === 'object' && value !== null ? (value as TelemetryProperties) : undefined
const knownPropertiesOf = (value: unknown): TelemetryProperties =>
  Object.fromEntries(
    knownProperties.flatMap(name => {
      const found = propertiesOf(value)?.[name]
      return found === undefined ? [] : [[name, found]]
    }),
  )

/**
 * The last step before anything is sent: addresses without ids and queries, errors without quoted input, known
 * properties only.
 */
function clean(item: ITelemetryItem, { context, usage }: TelemetryHost): boolean {
  // The library records errors itself; every other entry passed `write`, which checks the consent.
  if (item.baseType !== errorType && item.baseType !== 'MessageData' && usage() === 'errors') return false
  const base = propertiesOf(item.baseData)
  if (base) {
    for (const key of ['uri', 'refUri', 'url'])
      if (typeof base[key] === 'string') base[key] = maskPage(base[key], location.origin)
    if (item.baseType !== 'EventData' && item.baseType !== 'MessageData' && typeof base['name'] === 'string')
      base['name'] = routeOf(base['name'])
    if (Array.isArray(base['exceptions'])) base['exceptions'] = base['exceptions'].map(cleanException)
    base['properties'] = { ...context(), ...knownPropertiesOf(base['properties']) }
  }
  item.data = { ...knownPropertiesOf(item.data), product: productId, build: siteConfiguration().build }
  // The name of an operation is the address of the page.
  const trace = propertiesOf(item.ext)?.['trace']
  const operation = propertiesOf(trace)
  if (operation && typeof operation['name'] === 'string') operation['name'] = routeOf(operation['name'])
  return true
}

function cleanException(value: unknown): TelemetryProperties {
  const { typeName, message, stack, parsedStack, hasFullStack } = propertiesOf(value) ?? {}
  const name = typeof typeName === 'string' ? typeName : 'Error'
  // Written by `write` without a name of its own, or seen by the library.
  const text =
    typeof message === 'string'
      ? maskMessage(
          name,
          message.replace(/^(Uncaught )?\w+: /, ''),
          message.startsWith('Loading CSS chunk ') ? 'CSS_CHUNK_LOAD_FAILED' : undefined,
        )
      : ''
  return {
    typeName: name,
    message: text || name,
    hasFullStack: hasFullStack === true,
    ...(typeof stack === 'string' ? { stack: maskStack(stack) } : {}),
    ...(Array.isArray(parsedStack)
      ? {
          parsedStack: parsedStack.map(frame => {
            const { level, method, fileName, line } = propertiesOf(frame) ?? {}
            return {
              level,
              method,
              line,
              fileName: typeof fileName === 'string' ? maskText(fileName) : '',
              assembly: '',
            }
          }),
        }
      : {}),
  }
}
