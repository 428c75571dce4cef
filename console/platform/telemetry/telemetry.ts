import type { ApplicationInsights } from '@microsoft/applicationinsights-web'
import { productId, siteConfiguration } from '../site/site-configuration.ts'

/** Log levels of the product specification. */
export const logLevels = { verbose: 0, information: 1, warning: 2, error: 3, critical: 4 } as const
export type LogLevel = (typeof logLevels)[keyof typeof logLevels]

export interface TelemetryEvent {
  activityId: string
  eventName: string
  eventType: string
  eventModifier?: 'start' | 'end'
  /** Milliseconds. */
  eventDuration?: number
}

type Call = (insights: ApplicationInsights) => void

const minute = 60_000
let insights: ApplicationInsights | undefined
let waiting: Call[] = []
let context: Record<string, string> = {}

function send(call: Call): void {
  if (insights) call(insights)
  else if (waiting.length < 200) waiting.push(call)
}

/** Roles and environment go along with everything that is sent. Ids only, no names. */
export function setTelemetryContext(values: { assignedRoles: readonly string[]; environmentId: string | null }): void {
  context = { assignedRoles: values.assignedRoles.join(','), environmentId: values.environmentId ?? '' }
}

export function trackEvent(event: TelemetryEvent): void {
  send(sink => sink.trackEvent({ name: event.eventName, properties: { ...event, ...context } }))
}

/** Reports an exception with its name and stack; the message may quote what was typed and stays here. */
export function trackError(error: unknown, level: LogLevel = logLevels.error): void {
  const exception = error instanceof Error ? error : new Error('A value that is not an error was thrown.')
  const severityLevel = Math.min(level, 4)
  send(sink => sink.trackException({ exception, severityLevel, properties: { ...context } }))
}

/** True for an id that the monitoring library accepts (product specification, section 5). */
export function isTelemetryUserId(id: unknown): id is string {
  return typeof id === 'string' && id.length > 0 && !/[,;= |]/.test(id)
}

/** Address without its query, and with signatures masked: searches may hold personal data. */
export function maskUrl(url: string): string {
  return url.split(/[?#]/)[0]?.replace(/(sig|sv|se|sp)=[^&/]+/gi, '$1={sasToken}') ?? ''
}

/**
 * Starts monitoring. The library is large and nothing waits for it: what happens before it is there is kept (200 entries at
 * most) and sent afterwards. Calls to the own API are not logged by it.
 */
export async function startTelemetry(userId: string | undefined): Promise<void> {
  if (insights) return
  const { ApplicationInsights: Insights } = await import('@microsoft/applicationinsights-web')
  const started = new Insights({
    config: {
      connectionString: siteConfiguration().monitoringConnectionString,
      disableAjaxTracking: true,
      disableFetchTracking: true,
      enableAutoRouteTracking: false,
      disableCorrelationHeaders: true,
      samplingPercentage: 100,
      sessionRenewalMs: 30 * minute,
      sessionExpirationMs: 24 * 60 * minute,
      // One year, in days.
      cookieCfg: { enabled: true, path: '/' },
      cookieDomain: '',
      userCookiePostfix: 'assay',
      isStorageUseDisabled: false,
      // Version checks of the vendor's own service would be outbound calls.
      disableUserInitMessage: true,
      throttleMgrCfg: {},
      extensionConfig: { AppInsightsCfgSyncPlugin: { cfgUrl: '' } },
      featureOptIn: {},
    },
  })
  started.loadAppInsights()
  if (isTelemetryUserId(userId)) started.setAuthenticatedUserContext(userId)
  started.addTelemetryInitializer(item => {
    item.tags ??= []
    item.data = { ...item.data, product: productId, build: siteConfiguration().build }
    if (item.baseData && typeof item.baseData['uri'] === 'string') item.baseData['uri'] = maskUrl(item.baseData['uri'])
    if (item.baseData && typeof item.baseData['refUri'] === 'string') item.baseData['refUri'] = maskUrl(item.baseData['refUri'])
  })
  insights = started
  for (const call of waiting) call(started)
  waiting = []
}

/** A page was shown; only the route's pattern is sent. */
export function trackPage(name: string): void {
  send(sink => sink.trackPageView({ name, uri: maskUrl(location.href), properties: { ...context } }))
}
