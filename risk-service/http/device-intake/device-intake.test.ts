import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeviceStore, type DeviceStore } from '../../features/devices/device-store.ts'
import { hostReader } from '../node/server.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../risk-api/testing/risk-api-bench.ts'
import { createDeviceIntake } from './device-intake.ts'

let api: RiskApiUnderTest
let devices: DeviceStore
let intake: Hono
let address = '203.0.113.77'
beforeAll(async () => {
  api = await startRiskApi({ devices: async ports => (devices = await createDeviceStore(ports)) })
  intake = createDeviceIntake({
    ...api.ports,
    devices,
    countryOf: ip => (ip === '203.0.113.77' ? 'HR' : null),
    addressOf: () => address,
  })
})
afterAll(() => api.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const browser = {
  javaScriptEnabled: true,
  cookieEnabled: true,
  platform: 'Win32',
  screenResolution: '1920x1080',
  screenColorDepth: 24,
  logicalProcessCount: 8,
  imageDataUrlHash: 'ab12',
  unmaskedRenderer: 'ANGLE',
  timeZone: 'Europe/Zagreb',
  realtimeTimezoneOffset: 60,
  fontsCount: 9,
  browserAutomation: false,
}
const collect = (
  more: {
    sessionId?: string
    attributes?: Record<string, unknown>
    headers?: Record<string, string>
    instanceId?: string
    pageId?: string
  } = {},
) =>
  intake.request('/collect', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': chrome,
      'accept-language': 'hr,en;q=0.8',
      ...more.headers,
    },
    body: JSON.stringify({
      sessionId: more.sessionId ?? randomUUID(),
      instanceId: more.instanceId ?? api.ids.root,
      pageId: more.pageId ?? 'P',
      attributes: more.attributes ?? browser,
    }),
  })
const sessionOf = (id: string) =>
  api.store.db.selectFrom('device_session').selectAll().where('session_id', '=', id).executeTakeFirstOrThrow()

describe('the script', () => {
  const script = async (query: string) => await intake.request(`http://fpt.shop.example/mdt.js?${query}`)
  test('the script defines window.dfp, and opens a hidden frame when it is told to', async () => {
    const sessionId = randomUUID()
    for (const name of ['instanceId', 'customerId']) {
      const answer = await script(`session_id=${sessionId}&${name}=${api.ids.root}&pageId=SI`)
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('cache-control'),
      ]).toEqual([200, 'text/javascript; charset=utf-8', '*', 'private, max-age=600'])
      const frames: Record<string, unknown>[] = []
      const window: { dfp?: Record<string, unknown>; addEventListener: () => void } = {
        addEventListener: () => undefined,
      }
      const document = {
        currentScript: { src: 'https://fpt.contoso.com/mdt.js' },
        createElement: () => ({ style: {}, setAttribute: () => undefined }),
        body: { appendChild: (frame: Record<string, unknown>) => frames.push(frame) },
      }
      runInNewContext(await answer.text(), { window, document, URL })
      expect(window.dfp).toMatchObject({
        url: `https://fpt.contoso.com/fpt?session_id=${sessionId}&CustomerId=${api.ids.root}&PageId=SI`,
        sessionId,
        customerId: api.ids.root,
        dc: '',
      })
      expect(frames).toHaveLength(0)
      ;(window.dfp?.doFpt as (document: unknown) => void)(document)
      expect(frames).toMatchObject([{ id: 'fpt_frame', src: window.dfp?.url, width: '1', height: '1' }])
    }
  })
  test('the script is empty for a wrong parameter', async () => {
    const good = `session_id=${randomUUID()}&instanceId=${api.ids.root}`
    expect(await (await script(good)).text()).not.toBe('')
    for (const query of [
      '',
      `instanceId=${api.ids.root}`,
      `session_id=a"b&instanceId=${api.ids.root}`,
      `session_id=${'x'.repeat(129)}&instanceId=${api.ids.root}`,
      `session_id=abc&instanceId=${randomUUID()}`,
      `session_id=abc&instanceId=${api.ids.stopped}`,
      `${good}&pageId=other`,
    ]) {
      const answer = await script(query)
      expect([answer.status, await answer.text()], query).toEqual([200, ''])
    }
  })
  test('the frame may stand in any page and runs only our script; the ping answers', async () => {
    const page = await intake.request('/fpt')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; connect-src 'self'")
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(page.headers.get('x-frame-options')).toBeNull()
    const collector = await intake.request('/fpt.js')
    expect(collector.headers.get('cache-control')).toContain('max-age=3600')
    const sent: unknown[] = []
    runInNewContext(await collector.text(), {
      location: { search: `?session_id=abc&CustomerId=${api.ids.root}&PageId=P` },
      URLSearchParams,
      Intl,
      Math,
      Date,
      String,
      Function,
      window: { eval: globalThis.eval },
      document: {},
      parent: { postMessage: () => undefined },
      navigator: { platform: 'Win32', webdriver: true, languages: ['hr'], plugins: [], mimeTypes: [], appVersion: '' },
      screen: { width: 10, height: 20, colorDepth: 24 },
      fetch: (path: string, options: { body: string }) => {
        sent.push(path, JSON.parse(options.body))
        return Promise.resolve({ ok: true })
      },
    })
    expect(sent).toMatchObject([
      '/collect',
      {
        sessionId: 'abc',
        instanceId: api.ids.root,
        pageId: 'P',
        attributes: { platform: 'Win32', browserAutomation: 'true', screenResolution: '10x20', pluginsCount: '0' },
      },
    ])
    expect((await intake.request('/health/ping')).status).toBe(200)
  })
})

describe('under a host name of its own', () => {
  const own = (path: string, host: string, more: RequestInit = {}) => {
    const app = createDeviceIntake({
      ...api.ports,
      devices,
      countryOf: () => null,
      addressOf: () => address,
      hosts: new Set(['fpt.contoso.com']),
      hostOf: hostReader({ trustedProxies: [] }),
    })
    return app.request(`https://elsewhere.example${path}`, {
      ...more,
      headers: { ...(more.headers as Record<string, string>), host },
    })
  }
  test('the frame is at the root and the script says so; beside the console it is at /fpt', async () => {
    const sessionId = randomUUID()
    const urlOf = async (host: string): Promise<string | undefined> => {
      const window: { dfp?: { url: string } } = {}
      runInNewContext(await (await own(`/mdt.js?session_id=${sessionId}&instanceId=${api.ids.root}`, host)).text(), {
        window,
        document: { currentScript: { src: 'https://fpt.contoso.com/mdt.js' } },
        URL,
      })
      return window.dfp?.url
    }
    expect(await urlOf('fpt.contoso.com')).toBe(
      `https://fpt.contoso.com/?session_id=${sessionId}&CustomerId=${api.ids.root}`,
    )
    expect(await urlOf('FPT.contoso.com:8443')).toContain('fpt.contoso.com/?session_id=')
    expect(await urlOf('risk.contoso.com')).toContain('fpt.contoso.com/fpt?session_id=')
    const frame = await own('/', 'fpt.contoso.com')
    expect([frame.status, frame.headers.get('content-type'), await frame.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining('/fpt.js'),
    ])
  })
  test('its paths are there and nothing else is; other hosts are passed on', async () => {
    expect([
      (await own('/health/ping', 'fpt.contoso.com')).status,
      (await own('/fpt.js', 'fpt.contoso.com')).status,
    ]).toEqual([200, 200])
    const sent = await own('/collect', 'fpt.contoso.com', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: randomUUID(), instanceId: api.ids.root, attributes: browser }),
    })
    expect(sent.status).toBe(204)
    for (const path of ['/dashboard', '/api/console/v1/session', '/assets/app.js']) {
      const answer = await own(path, 'fpt.contoso.com')
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'This page does not exist.' }])
    }
    expect(await (await own('/', 'risk.contoso.com')).text()).toBe('404 Not Found')
    const behind = await own('/', 'risk.contoso.com', { headers: { 'x-forwarded-host': 'fpt.contoso.com' } })
    expect(behind.status, 'a name that only a stranger claims').toBe(404)
  })
})

describe('the intake', () => {
  test('the intake stores what was sent and what the request shows; a page cannot claim what the service sees itself', async () => {
    const sessionId = randomUUID()
    const answer = await collect({
      sessionId,
      attributes: { ...browser, trueIp: '1.2.3.4', deviceId: 'mine', botScore: 0, nested: { a: 1 }, 'bad name': 'x' },
    })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^dfp_did=[0-9a-f-]{36}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/),
    ])
    const row = await sessionOf(sessionId)
    expect(row).toMatchObject({ environment_id: api.ids.root, page_id: 'P', ip: '203.0.113.77', bot_score: 40 })
    expect(row.attributes).toMatchObject({
      trueIp: '203.0.113.77',
      deviceCountryCode: 'HR',
      deviceId: row.device_id,
      botScore: '40',
      userAgentBrowser: 'Chrome',
      userAgentOperatingSystem: 'Windows',
      screenResolution: '1920x1080',
      browserUserAgentLanguages: 'hr,en;q=0.8',
    })
    expect(row.attributes).not.toHaveProperty('nested')
    expect(row.attributes).not.toHaveProperty('bad name')
  })
  test('a device is found again by its cookie, else by its likeness, and no other is', async () => {
    const first = randomUUID()
    const cookie =
      (await collect({ sessionId: first, attributes: { ...browser, imageDataUrlHash: 'device-a' } })).headers
        .get('set-cookie')
        ?.split(';')[0] ?? ''
    const deviceOf = async (more: Parameters<typeof collect>[0]): Promise<string> => {
      const sessionId = randomUUID()
      await collect({ ...more, sessionId })
      return (await sessionOf(sessionId)).device_id
    }
    const device = (await sessionOf(first)).device_id
    expect(await deviceOf({ attributes: { ...browser, imageDataUrlHash: 'changed' }, headers: { cookie } })).toBe(
      device,
    )
    expect(
      await deviceOf({ attributes: { ...browser, imageDataUrlHash: 'device-a', timeZone: 'Europe/Berlin' } }),
    ).toBe(device)
    expect(await deviceOf({ attributes: { ...browser, imageDataUrlHash: 'device-b' } })).not.toBe(device)
    expect(
      await deviceOf({ attributes: { ...browser, imageDataUrlHash: 'device-a' }, instanceId: api.ids.child }),
    ).not.toBe(device)
  })
  test('a session belongs to the browser that sent it first', async () => {
    const sessionId = randomUUID()
    const send = (screenResolution: string, cookie = '') =>
      collect({ sessionId, attributes: { ...browser, screenResolution }, headers: { cookie } })
    const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const first = await send('1x1')
    const others = await Promise.all([send('2x2'), send('3x3'), send('4x4', `dfp_did=${randomUUID()}`)])
    expect(others.map(({ status }) => status)).toEqual([204, 204, 204])
    const resolutions = async () => [
      (await sessionOf(sessionId)).attributes['screenResolution'],
      (await devices.readerOf(api.ids.root).attributes(sessionId))?.['screenResolution'],
    ]
    expect(await resolutions()).toEqual(['1x1', '1x1'])
    await send('5x5', cookieOf(first))
    expect(await resolutions()).toEqual(['5x5', '5x5'])
    // Of several at once, one is the first.
    const raced = randomUUID()
    await Promise.all(
      ['6x6', '7x7', '8x8'].map(screenResolution =>
        collect({ sessionId: raced, attributes: { ...browser, screenResolution } }),
      ),
    )
    const stored = (await sessionOf(raced)).attributes['screenResolution']
    expect((await devices.readerOf(api.ids.root).attributes(raced))?.['screenResolution']).toBe(stored)
  })
  test('the sessions of a cookie are counted, and the places of the latest five are listed, newest first', async () => {
    const places: Record<string, { latitude: number; longitude: number }> = {
      '203.0.113.1': { latitude: 52.52, longitude: 13.405 },
      '203.0.113.3': { latitude: 48.8566, longitude: 2.3522 },
    }
    let cookie = ''
    const ids = []
    for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.3', '203.0.113.1', '203.0.113.3']) {
      address = from
      const sessionId = randomUUID()
      ids.push(sessionId)
      const sent = async () =>
        (
          await collect({
            sessionId,
            attributes: { ...browser, imageDataUrlHash: 'traveller', sessionCount: 99, ipAddressHistory: 'mine' },
            headers: { cookie },
          })
        ).headers
          .get('set-cookie')
          ?.split(';')[0] ?? ''
      cookie = await sent()
      // A repeat of the same session is not another one.
      expect(await sent()).toBe(cookie)
    }
    address = '203.0.113.77'
    const last = ids.at(-1) ?? ''
    expect((await sessionOf(last)).attributes).toMatchObject({
      sessionCount: '6',
      deviceId: (await sessionOf(ids[0] ?? '')).device_id,
    })
    for (const store of [devices, await createDeviceStore({ ...api.ports, placeOf: ip => places[ip] })]) {
      const reader = store.readerOf(api.ids.root)
      const { ipAddressHistory: history } = (await reader.attributes(last)) as {
        ipAddressHistory: { ip: string; timestamp: string }[]
      }
      expect(history.map(({ ip }) => ip)).toEqual([
        '203.0.113.3',
        '203.0.113.1',
        '203.0.113.3',
        '203.0.113.3',
        '203.0.113.2',
      ])
      expect(history.every(({ timestamp }) => Math.abs(Date.parse(timestamp) - Date.now()) < 60_000)).toBe(true)
      expect(await store.readerOf(api.ids.child).attributes(last)).toBeUndefined()
      expect(await reader.speedOfTravel(randomUUID())).toBe(0)
      // Berlin and Paris within seconds; without coordinates of addresses the speed is unknown.
      if (store === devices) expect(await reader.speedOfTravel(last)).toBe(0)
      else expect(await reader.speedOfTravel(last)).toBeGreaterThan(10_000)
    }
    await api.addRule(api.ids.root, {
      name: 'Travels',
      description: '',
      condition: '',
      sample: { payload: {}, riskScore: 0 },
      clauses: [
        {
          name: 'Far',
          section: 'prior',
          text: 'LET $d = Device.GetFullAttributes(@"deviceContext.deviceContextId")\nRETURN Review($d.ipAddressHistory[1].ip.AsString()) WHEN $d.sessionCount > 5 && Array.GetValues($d.ipAddressHistory, "ip", "203.0.113.3")[2].ip == "203.0.113.3"',
        },
      ],
    })
    const { json } = await api.send(minimalPurchase({ deviceContext: { deviceContextId: last } }))
    expect(json.resultDetails).toMatchObject({ MerchantRuleDecision: 'Review', MerchantRuleReason: '203.0.113.1' })
    expect((json.resultDetails as { DeviceAttributes: object }).DeviceAttributes).not.toHaveProperty('ipAddressHistory')
  })
  test('sessions of the past have the same history, stored in one go or in several', async () => {
    const cookieId = randomUUID()
    const session = (sessionId: string, ip: string | null, minutes: number) => ({
      environmentId: api.ids.root,
      sessionId,
      pageId: 'P',
      cookieId,
      ip,
      botScore: 1,
      attributes: {},
      deviceId: cookieId,
      at: new Date(Date.now() - minutes * 60_000),
    })
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    await devices.takeOver([session(a, '198.51.100.1', 30), session(b, null, 20)])
    await devices.takeOver([session(c, '198.51.100.3', 10)])
    const reader = devices.readerOf(api.ids.root)
    expect(await reader.attributes(b)).toMatchObject({ sessionCount: '2', ipAddressHistory: [{ ip: '198.51.100.1' }] })
    expect(await reader.attributes(c)).toMatchObject({
      sessionCount: '3',
      ipAddressHistory: [{ ip: '198.51.100.3' }, { ip: '198.51.100.1' }],
    })
  })
  test('a program that drives a browser has a high score', async () => {
    for (const more of [
      { attributes: { ...browser, browserAutomation: true } },
      { headers: { 'user-agent': 'Mozilla/5.0 HeadlessChrome/126.0' } },
      { headers: { 'user-agent': 'curl/8.0' }, attributes: {} },
    ]) {
      const sessionId = randomUUID()
      await collect({ ...more, sessionId })
      expect((await sessionOf(sessionId)).bot_score).toBeGreaterThan(600)
    }
  })
  test('a faulty signal is named and nothing is stored; a body that is too large is refused', async () => {
    for (const [more, message] of [
      [{ sessionId: 'a b' }, 'sessionId'],
      [{ instanceId: randomUUID() }, 'instanceId'],
      [{ pageId: 'X' }, 'pageId'],
    ] as const) {
      const answer = await collect(more)
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(message)])
    }
    expect(
      (
        await intake.request('/collect', {
          method: 'POST',
          body: 'no json',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400)
    expect((await collect({ attributes: { a: 'x'.repeat(70_000) } })).status).toBe(413)
    address = '198.51.100.1'
    const many = await Promise.all(Array.from({ length: 130 }, () => collect({ sessionId: 'a b' })))
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(10)
    expect(many.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1')
    address = '203.0.113.77'
  })
})

describe('events that name a session', () => {
  test('a purchase has its attributes, address and device', async () => {
    const sessionId = randomUUID()
    await collect({ sessionId })
    const body = minimalPurchase({ deviceContext: { deviceContextId: sessionId } })
    const { json } = await api.send(body)
    const { device_id: deviceId } = await sessionOf(sessionId)
    expect((json.resultDetails as { DeviceAttributes: unknown }).DeviceAttributes).toEqual({
      trueIp: '203.0.113.77',
      deviceCountryCode: 'HR',
      deviceId,
      browserUserAgent: chrome,
      browserUserAgentLanguages: 'hr,en;q=0.8',
      platform: 'Win32',
      screenResolution: '1920x1080',
      cookieEnabled: 'true',
      javaScriptEnabled: 'true',
      fontsCount: '9',
      userAgentType: 'computer',
    })
    const event = await api.store.db
      .selectFrom('event')
      .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
      .selectAll()
      .where('external_id', '=', String(body.purchaseId))
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ ip: '203.0.113.77', ip_country: 'HR', device_id: deviceId })
    expect(event.enrichment).toMatchObject({ deviceAttributes: { timeZone: 'Europe/Zagreb' } })
    expect(event.request).toMatchObject({ deviceContext: { deviceContextId: sessionId } })
    expect(JSON.stringify(event.request)).not.toContain('203.0.113.77')
  })
  test('a sign-in has its bot score, and rules read it', async () => {
    const sessionId = randomUUID()
    await collect({ sessionId, attributes: { ...browser, browserAutomation: true } })
    await api.addRule(
      api.ids.root,
      {
        name: 'Bots',
        description: '',
        condition: '',
        sample: { payload: {}, riskScore: 0 },
        clauses: [
          {
            name: 'Driven',
            section: 'postBot',
            text: 'RETURN Reject("bot") WHEN @botScore > 600 AND @"deviceAttributes.timeZone" == "Europe/Zagreb"',
          },
        ],
      },
      'accountlogin',
    )
    const login = (loginId: string, deviceContextId: string) =>
      api.send(
        {
          name: 'AP.AccountLogin',
          version: '0.5',
          metadata: { loginId, customerLocalDate: '2025-02-12T08:00:00Z', merchantTimeStamp: '2025-02-12T07:00:01Z' },
          device: { deviceContextId },
          user: { userId: 'u' },
        },
        { path: `/v1.0/action/account/login/${loginId}` },
      )
    expect((await login('d-1', sessionId)).json.resultDetails).toMatchObject([
      { decision: 'Reject', reasons: ['bot'], scores: [{ scoreType: 'Bot', scoreValue: 690 }, { scoreType: 'Risk' }] },
    ])
    expect((await login('d-2', randomUUID())).json.resultDetails).toMatchObject([
      { decision: 'Approve', scores: [{ scoreType: 'Bot', scoreValue: 500 }, { scoreType: 'Risk' }] },
    ])
  })
  test('another environment does not see it; a service that starts again does', async () => {
    const sessionId = randomUUID()
    await collect({ sessionId })
    expect(await devices.find(api.ids.child, sessionId)).toBeNull()
    const again = await createDeviceStore(api.ports)
    expect(again.find(api.ids.root, sessionId)).toMatchObject({ ip: '203.0.113.77' })
    expect(again.readerOf(api.ids.root).attributes(sessionId)).toMatchObject({ screenResolution: '1920x1080' })
  })
})
