// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { logLevels, pollingIntervalMs, sendTries } from './constants.ts'
import { createPollFilter } from './poll-filter.ts'
import {
  clearSent,
  intake,
  library,
  ofType,
  openPage,
  received,
  sent,
  telemetry,
  urls,
  user,
} from './testing/telemetry-page.ts'

describe('what is sent', () => {
  it('[spec 3.8] an event has activityId, eventName, eventType, eventModifier start or end, and eventDuration', async () => {
    await openPage()
    await telemetry.startTelemetry(user)
    const end = telemetry.timed('Publish', 'action')
    await vi.advanceTimersByTimeAsync(1250)
    end()
    end()
    await sent()
    const [start, stop, ...more] = ofType('EventData').map(({ data }) => data.baseData.properties)
    expect(more).toEqual([])
    expect(start).toMatchObject({
      activityId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      eventName: 'Publish',
      eventType: 'action',
      eventModifier: 'start',
    })
    expect(start).not.toHaveProperty('eventDuration')
    expect(stop).toMatchObject({
      activityId: start?.['activityId'],
      eventName: 'Publish',
      eventType: 'action',
      eventModifier: 'end',
      eventDuration: '1250',
    })
  })
  it('[spec 3.9] log levels are Verbose 0, Information 1, Warning 2, Error 3, Critical 4, and Verbose stays here', async () => {
    expect(logLevels).toEqual({ verbose: 0, information: 1, warning: 2, error: 3, critical: 4 })
    await openPage()
    await telemetry.startTelemetry(user)
    for (const level of Object.values(logLevels)) telemetry.log(level, `Line ${level}`)
    await sent()
    expect(
      ofType('MessageData').map(({ data: { baseData } }) => [baseData['message'], baseData['severityLevel']]),
    ).toEqual([1, 2, 3, 4].map(level => [`Line ${level}`, level]))
  })
  it('[spec 6.3] assigned roles and environment go along with every event, exception, page view and log line', async () => {
    await openPage()
    await telemetry.startTelemetry(user)
    telemetry.setTelemetryContext({ assignedRoles: ['FraudEngineer', 'ManualReviewAnalyst'], environmentId: 'e1' })
    telemetry.timed('Any')
    telemetry.trackError(new TypeError('x is not a function'))
    telemetry.trackPage('/search')
    telemetry.log(logLevels.information, 'Line')
    await sent()
    expect(received.map(({ data }) => data.baseType).toSorted()).toEqual([
      'EventData',
      'ExceptionData',
      'MessageData',
      'PageviewData',
    ])
    for (const { data } of received)
      expect(data.baseData.properties).toMatchObject({
        assignedRoles: 'FraudEngineer,ManualReviewAnalyst',
        environmentId: 'e1',
      })
  })
  it('roles and environment come from different places, and neither takes the other away', async () => {
    await openPage()
    telemetry.setTelemetryContext({ environmentId: 'e1' })
    telemetry.setTelemetryContext({ assignedRoles: ['Reporting'] })
    expect(telemetry.telemetryContext()).toEqual({ assignedRoles: 'Reporting', environmentId: 'e1' })
    telemetry.setTelemetryContext({ environmentId: null })
    expect(telemetry.telemetryContext()).toEqual({ assignedRoles: 'Reporting', environmentId: '' })
  })
  it('[spec 1.1] the product id PSP-1.0 goes along, with the build', async () => {
    await openPage()
    await telemetry.startTelemetry(user)
    telemetry.trackPage('/')
    await sent()
    expect(received[0]?.data.baseData.properties).toMatchObject({ product: 'PSP-1.0', build: '20260101.1' })
  })
  it('[spec 7.6] it goes to the monitoring service of the connection string, and nowhere without one', async () => {
    await openPage()
    await telemetry.startTelemetry(user)
    telemetry.trackPage('/')
    await sent()
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(new Set(urls)).toEqual(new Set([`${intake}/v2/track`]))
    library.closeLibrary()
    clearSent()
    await openPage({ monitoringConnectionString: '' })
    await telemetry.startTelemetry(user)
    telemetry.trackPage('/')
    library.flush()
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(urls).toEqual([])
  })
  it('[spec 7.7] own calls are not logged', async () => {
    await openPage()
    await telemetry.startTelemetry(user)
    await fetch('http://localhost:3000/api/console/rpc/session/get', { method: 'POST', body: '{}' })
    clearSent()
    await sent()
    expect(ofType('RemoteDependencyData')).toEqual([])
    expect(received).toEqual([])
  })
  it('what happens before the library is there is kept, 200 entries of it, and sent afterwards', async () => {
    await openPage()
    for (let index = 0; index < 250; index++) telemetry.trackPage('/')
    expect(urls).toEqual([])
    await telemetry.startTelemetry(user)
    await sent()
    expect(ofType('PageviewData')).toHaveLength(200)
  })
  it('what happened before roles and environment were known gets them afterwards', async () => {
    await openPage()
    telemetry.trackPage('/')
    telemetry.setTelemetryContext({ assignedRoles: ['FraudEngineer'], environmentId: 'e1' })
    await telemetry.startTelemetry(user)
    await sent()
    expect(ofType('PageviewData')[0]?.data.baseData.properties).toMatchObject({
      assignedRoles: 'FraudEngineer',
      environmentId: 'e1',
    })
  })
  it('a critical error starts monitoring where nobody gets to sign in', async () => {
    await openPage()
    telemetry.trackError(new TypeError('site is null'), logLevels.critical, 'a-1')
    await vi.advanceTimersByTimeAsync(1000)
    await vi.dynamicImportSettled()
    await sent()
    expect(ofType('ExceptionData')[0]?.data.baseData).toMatchObject({
      severityLevel: 4,
      exceptions: [{ typeName: 'TypeError', message: expect.stringContaining('site is null') as string }],
      properties: { activityId: 'a-1' },
    })
  })
})

describe('consent', () => {
  it('consent with errors only, neither pages nor events nor clicks nor plain log lines are sent', async () => {
    await openPage()
    telemetry.trackPage('/before')
    telemetry.setUsageData('errors')
    await telemetry.startTelemetry(user)
    document.body.insertAdjacentHTML('beforeend', '<button>Save</button>')
    telemetry.setTelemetryTexts({ a: 'Save' })
    document.querySelector('button')?.click()
    telemetry.timed('Any')()
    telemetry.log(logLevels.warning, 'Line')
    telemetry.log(logLevels.error, 'Failed')
    telemetry.trackError(new TypeError('no'))
    await sent()
    expect(received.map(({ data }) => data.baseType).toSorted()).toEqual(['ExceptionData', 'MessageData'])
  })
  it('consent follows what the user chooses, from then on', async () => {
    await openPage()
    const { subscribeToConsent: followConsent } = await import('./consent.ts')
    let usageData: 'errors' | 'all' = 'errors'
    const listeners = new Set<() => void>()
    const forget = followConsent({
      getState: () => ({ preferences: { usageData } }),
      subscribe: listener => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    })
    await telemetry.startTelemetry(user)
    telemetry.trackPage('/search')
    usageData = 'all'
    for (const listener of listeners) listener()
    telemetry.trackPage('/data')
    await sent()
    expect(ofType('PageviewData').map(({ data }) => data.baseData['name'])).toEqual(['/data'])
    forget()
    expect(listeners.size).toBe(0)
  })
})

describe('clicks', () => {
  it('clicks are sent as events', async () => {
    await openPage()
    telemetry.setTelemetryTexts({ a: 'Save' })
    await telemetry.startTelemetry(user)
    document.body.insertAdjacentHTML('beforeend', '<button>Save</button>')
    document.querySelector('button')?.click()
    await sent()
    expect(ofType('EventData')[0]?.data.baseData).toMatchObject({
      name: 'Click',
      properties: { eventName: 'Click', eventType: 'click', text: 'Save', element: 'button' },
    })
  })
})

describe('no personal data', () => {
  it('no personal data leaves the browser, whatever the page holds and whichever way it fails', async () => {
    const secrets = [
      'Dario Venn',
      'fraud-engineer@harbor.example',
      'Ana Lindqvist',
      '203.0.113.9',
      '4111111111111111',
      'typed by hand',
      'order-77',
      'Harbor Retail',
      '+49 151 23456789',
    ]
    await openPage()
    // The test runner treats an error of the window as its own unless the page listens.
    window.addEventListener('error', () => undefined)
    history.replaceState(null, '', `/search/purchase/e/order-77?q=${encodeURIComponent(secrets.join(' '))}`)
    document.title = secrets.join(' ')
    telemetry.setTelemetryTexts({ a: 'Save', b: 'Account of {name}' })
    await telemetry.startTelemetry(user)
    document.body.insertAdjacentHTML(
      'beforeend',
      `<button title="${secrets[0]}" aria-label="Account of ${secrets[0]}"></button><a href="#${secrets[1]}">${secrets.join(' ')}</a><input value="typed by hand">`,
    )
    for (const element of document.querySelectorAll<HTMLElement>('button,a,input')) element.click()
    for (const secret of secrets) {
      telemetry.trackError(new Error(secret))
      telemetry.trackError(new SyntaxError(`"${secret}" is not valid`), logLevels.critical)
      telemetry.trackError(secret)
      telemetry.trackError({ secret })
      telemetry.trackPage(`/search/purchase/e/${secret}`)
      window.dispatchEvent(
        new ErrorEvent('error', {
          message: `Uncaught Error: ${secret}`,
          error: new Error(secret),
          filename: `http://localhost:3000/search?q=${secret}`,
        }),
      )
      const rejected = new Event('unhandledrejection') as Event & { reason: unknown }
      rejected.reason = new Error(secret)
      window.dispatchEvent(rejected)
    }
    await sent()
    const text = decodeURIComponent(JSON.stringify(received).replace(/%(?![0-9A-F]{2})/gi, '%25'))
    expect(received.length).toBeGreaterThan(4 * secrets.length)
    for (const secret of secrets) expect(text).not.toContain(secret)
  })
})

describe('polling', () => {
  it('[spec 7.9] calls to one target are logged at most once per 10 minutes', async () => {
    expect(pollingIntervalMs).toBe(10 * 60 * 1000)
    let now = 0
    const isNew = createPollFilter(() => now)
    expect([isNew('a'), isNew('b'), isNew('a')]).toEqual([true, true, false])
    now = pollingIntervalMs - 1
    expect(isNew('a')).toBe(false)
    now = pollingIntervalMs
    expect([isNew('a'), isNew('a')]).toEqual([true, false])
    await openPage()
    await telemetry.startTelemetry(user)
    for (let index = 0; index < 5; index++) telemetry.trackPoll('session.get')
    await sent()
    expect(ofType('EventData')).toHaveLength(1)
  })
})

describe('an intake that cannot be reached', () => {
  it('an intake that cannot be reached is asked three times, then what was to be sent is dropped', async () => {
    await openPage()
    const down = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', down)
    const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    await telemetry.startTelemetry(user)
    telemetry.trackPage('/')
    library.flush()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(down).toHaveBeenCalledTimes(sendTries)
    for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled()
    down.mockClear()
    telemetry.trackPage('/search')
    library.flush()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(down).toHaveBeenCalledTimes(sendTries)
    expect(JSON.stringify(down.mock.calls)).not.toContain('"name":"/"')
  })
})
