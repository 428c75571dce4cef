import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page, Response } from '@playwright/test'
import { callConsoleApi } from '../cases/case-calls.ts'
import { accounts, environments } from '../support/demo.ts'
import { chooseInAccountMenu, expect, heading, readAccessToken, signInAtProvider, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

/** A colour that no theme has. */
const tileColour = [255, 0, 190] as const

/** A PNG of 256 by 256 pixels of that colour. */
const tilePicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAAA1BMVEX/AL41O5e8AAAAH0lEQVR42u3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAvg0hAAABYOSdlwAAAABJRU5ErkJggg==',
  'base64',
)

/** A provider of map tiles on this machine; remembers what it was asked. */
async function startTileServer() {
  const asked: { path: string; headers: string[] }[] = []
  const server = http.createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, headers: Object.keys(headers) })
    response.writeHead(200, { 'content-type': 'image/png' }).end(tilePicture)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://localhost:${port}/{z}/{x}/{y}.png`, close: () => server.close() }
}

/** Part of a picture of an element that has the colour of the tiles. */
async function shareOfTiles(element: Locator): Promise<number> {
  const picture = (await element.screenshot()).toString('base64')
  return element.page().evaluate(
    async ([base64, colour]) => {
      const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: new Uint8ClampedArray() }
      let found = 0
      for (let at = 0; at < data.length; at += 4)
        if (colour.every((part, index) => Math.abs((data[at + index] ?? 0) - part) < 12)) found++
      return found / (bitmap.width * bitmap.height)
    },
    [picture, tileColour] as const,
  )
}

const saveProvider = async (page: Page, url: string | null) => {
  const environmentId = environments.harbor
  const { version } = await callConsoleApi<{ version: number }>(page, 'maps/provider', { environmentId })
  await callConsoleApi(page, 'maps/saveProvider', {
    environmentId,
    baseVersion: version,
    provider: { enabled: url !== null, road: url === null ? null : { url, attribution: 'Tiles' }, aerial: null },
    key: null,
  })
}

test('a whole visit asks nobody but the service, and every page comes with a strict policy', async ({
  page,
  context,
  baseURL,
  guard,
}) => {
  guard.allowConsoleError(/status of 404/)
  // The map of an event is drawn without a graphics card here, of which the driver warns.
  guard.allowConsoleError(/GL Driver Message/)
  const { host: own, origin } = new URL(baseURL ?? '')
  const foreign: string[] = []
  const documents: Response[] = []
  context.on('request', request => {
    const { protocol, host } = new URL(request.url())
    if (!['data:', 'blob:', 'about:'].includes(protocol) && host !== own) foreign.push(request.url())
  })
  page.on('websocket', socket => foreign.push(socket.url()))
  context.on('response', response => {
    // A redirect is no page, whatever its content type.
    if (response.status() === 200 && response.headers()['content-type']?.startsWith('text/html'))
      documents.push(response)
  })

  const violations: string[] = []
  await page.exposeFunction('recordViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      ;(globalThis as unknown as { recordViolation: (violation: string) => void }).recordViolation(
        `${effectiveDirective} ${blockedURI}`,
      )
    })
  })

  await page.clock.install()
  await signInAtProvider(page, accounts.admin)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  // Without consent monitoring would send nothing.
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const headers = { authorization: `Bearer ${token}` }
  const { version } = (await (await page.request.get('/api/console/v1/preferences', { headers })).json()) as {
    version: number
  }
  expect(
    (
      await page.request.patch('/api/console/v1/preferences', {
        headers,
        data: { baseVersion: version, changes: { usageData: 'all' } },
      })
    ).status(),
  ).toBe(200)
  let monitored = 0
  context.on('request', request => {
    if (request.url().includes('/api/telemetry/')) monitored++
  })
  await page.goto('/search?period=90d')
  await page.getByRole('grid').getByRole('link').first().click()
  const views = page.getByRole('navigation', { name: 'Views of this event' }).getByRole('link')
  await expect(views).toHaveCount(8)
  for (const view of await views.all()) {
    await view.click()
    await expect(view).toHaveAttribute('aria-current', 'page')
  }
  await test.step('with a provider of map tiles, the service asks it, for tiles and nothing else', async () => {
    const tiles = await startTileServer()
    try {
      await saveProvider(page, tiles.url)
      // The page has read before that there is none.
      await page.reload()
      await views.filter({ hasText: 'Map' }).click()
      const map = page.getByRole('main').locator('canvas').first()
      await expect.poll(() => shareOfTiles(map), { timeout: 30_000 }).toBeGreaterThan(0.5)
      expect(tiles.asked.filter(({ path }) => !/^\/\d+\/\d+\/\d+\.png$/.test(path))).toEqual([])
      for (const { headers } of tiles.asked)
        for (const name of ['cookie', 'referer', 'authorization']) expect(headers).not.toContain(name)
    } finally {
      await saveProvider(page, null)
      tiles.close()
    }
  })
  await page.goto(`/data/explorer?env=${environments.harborEu}`)
  await expect(heading(page, 'Graph explorer')).toBeVisible()
  await page
    .getByRole('button', { name: /^dv_\S+ and \d+ more/ })
    .first()
    .click()
  await expect(page.getByRole('application', { name: /^Graph of / })).toBeVisible()
  await page.goto(`/data/rules/purchaserules?env=${environments.harbor}`)
  await page.getByRole('main').getByRole('link', { name: 'Risk score bands' }).click()
  await expect(heading(page, 'Risk score bands')).toBeVisible()
  await page.goto('/environments')
  await expect(heading(page, 'Environments')).toBeVisible()
  await page.goto('/no-such-page')
  await expect(heading(page, 'This page does not exist')).toBeVisible()
  await page.goto('/')
  await chooseInAccountMenu(page, /^Language/, 'Deutsch')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  // Monitoring starts three seconds after the page and sends its records 15 seconds later.
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(16_000)
        return monitored
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem').last().click()
  await expect(page).toHaveURL(/\/signed-out/)
  await page.goto('/api/auth')

  expect(foreign).toEqual([])
  expect(violations).toEqual([])
  const paths = new Set(documents.map(document => new URL(document.url()).pathname))
  // Console, sign-in page, redirect page.
  for (const path of ['/', '/search', '/environments', '/signed-out', '/api/auth']) expect([...paths]).toContain(path)
  const nonces = new Set<string>()
  for (const document of documents) {
    const where = new URL(document.url()).pathname
    const policy = document.headers()['content-security-policy'] ?? ''
    const directives = new Map(policy.split('; ').map(part => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))
    expect(directives.get('default-src'), where).toEqual(["'none'"])
    expect(directives.get('base-uri'), where).toEqual(["'none'"])
    // Directives that are not listed follow the default: nothing.
    for (const [name, sources] of directives) {
      const allowed = ["'self'", "'none'", origin, ...(name === 'img-src' ? ['data:'] : [])]
      // The test backends in the configuration of the service of these journeys; no user chooses one here.
      const others =
        name === 'connect-src' ? sources.filter(source => !/^https:\/\/[\w*-]+\.example\.net$/.test(source)) : sources
      expect(
        others.filter(
          source =>
            !allowed.includes(source) &&
            !(['script-src', 'style-src'].includes(name) && /^'nonce-[\w+/=-]{22,}'$/.test(source)),
        ),
        `${where} ${name}`,
      ).toEqual([])
    }
    expect(directives.get('script-src')?.join(' '), where).toMatch(/'nonce-/)
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? where)
    const html = await document.text().catch(() => '')
    for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag, where).toContain(' nonce="')
    expect(html, where).not.toMatch(/\son[a-z]+="|javascript:/i)
  }
  expect(nonces.size, 'a nonce of its own for every answer').toBe(documents.length)
})
