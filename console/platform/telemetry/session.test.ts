// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import {
  logLevels,
  samplingPercentage,
  sessionExpirationMs,
  sessionRenewalMs,
  storageWarning,
  userCookieMaxAge,
} from './constants.ts'
import { isTelemetryUserId } from './mask.ts'
import {
  clearSent,
  cookies,
  library,
  ofType,
  openPage,
  received,
  sent,
  telemetry,
  user,
} from './testing/telemetry-page.ts'

describe('session and user', () => {
  const session = () => received.at(-1)?.tags['ai.session.id']
  async function view(): Promise<string | undefined> {
    telemetry.trackPage('/')
    await sent()
    return session()
  }
  it('[spec 9.7] a session is renewed after 30 minutes without activity', async () => {
    expect(sessionRenewalMs).toBe(30 * 60 * 1000)
    await openPage()
    await telemetry.startTelemetry(user)
    const first = await view()
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    expect(await view()).toBe(first)
    await vi.advanceTimersByTimeAsync(31 * 60_000)
    const second = await view()
    expect(second).toEqual(expect.any(String))
    expect(second).not.toBe(first)
  })
  it('[spec 9.8] a session ends after 24 hours of activity', async () => {
    expect(sessionExpirationMs).toBe(24 * 60 * 60 * 1000)
    await openPage()
    await telemetry.startTelemetry(user)
    const first = await view()
    for (let quarter = 1; quarter < 4 * 24 - 1; quarter++) {
      await vi.advanceTimersByTimeAsync(15 * 60_000 - 20_000)
      telemetry.trackPage('/')
      await vi.advanceTimersByTimeAsync(20_000)
    }
    expect(await view()).toBe(first)
    await vi.advanceTimersByTimeAsync(16 * 60_000)
    telemetry.trackPage('/')
    await vi.advanceTimersByTimeAsync(16 * 60_000)
    expect(await view()).not.toBe(first)
  })
  it('[spec 9.9] 100 percent of the events are sent', async () => {
    expect(samplingPercentage).toBe(100)
    await openPage()
    await telemetry.startTelemetry(user)
    for (let index = 0; index < 150; index++) telemetry.timed(`Event ${index}`)
    await sent()
    expect(ofType('EventData')).toHaveLength(150)
  })
  it('[spec 9.10] the cookie of the anonymous user lives for one year', async () => {
    expect(userCookieMaxAge).toBe(31_536_000)
    await openPage()
    await telemetry.startTelemetry(user)
    telemetry.trackPage('/')
    const cookie = cookies.find(value => value.startsWith('ai_user'))
    expect(cookie).toMatch(new RegExp(`max-age=${userCookieMaxAge}(;|$)`))
  })
  it('[spec 5.5] the user id has no comma, semicolon, equals sign, space or vertical bar; another is not sent and warned of', async () => {
    expect(isTelemetryUserId(user)).toBe(true)
    for (const id of ['a b', 'x=1', 'a,b', 'a;b', 'a|b', '', 7, null, undefined])
      expect([id, isTelemetryUserId(id)]).toEqual([id, false])
    await openPage()
    await telemetry.startTelemetry('a b')
    telemetry.trackPage('/')
    await sent()
    expect(received.every(({ tags }) => !('ai.user.authUserId' in tags))).toBe(true)
    expect(ofType('MessageData').map(({ data }) => data.baseData['severityLevel'])).toEqual([logLevels.warning])
    library.closeLibrary()
    clearSent()
    await openPage()
    await telemetry.startTelemetry(user)
    telemetry.trackPage('/')
    await sent()
    expect(received[0]?.tags['ai.user.authUserId']).toBe(user)
  })
  it('[spec 8.8] session and user without local storage the warning is logged once, as a Warning', async () => {
    expect(storageWarning).toBe('Browser does not support local storage. Session durations will be inaccurate.')
    await openPage()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    await telemetry.startTelemetry(user)
    await telemetry.startTelemetry(user)
    telemetry.trackPage('/')
    await sent()
    expect(
      ofType('MessageData').map(({ data: { baseData } }) => [baseData['message'], baseData['severityLevel']]),
    ).toEqual([[storageWarning, logLevels.warning]])
  })
})
