import type { BrowserContext, Page } from 'playwright'
import { launchBrowser, signIn } from '../support/browser.ts'
import { harborRootId } from '../support/demo-ids.ts'
import { limitedRow, median, ms, type Row, type Service } from '../support/harness.ts'
import { benchDecisionTable } from './decision-table.ts'

const rounds = 5
/** 10 Mbit/s in bytes a second, 40 ms, a quarter of the processor, empty caches. */
const profile = { throughput: 10_000_000 / 8, latency: 40, slowdown: 4 }

/**
 * Records when the first figure of the dashboard is on the page, counted from the click of the user: redirects
 * included.
 */
async function observeWebVitals(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const look = () => {
      const tile = document.querySelector('[data-slot="stat-tile"]:not([aria-busy="true"]) .tabular-nums')
      if (tile && /\d/.test(tile.textContent) && !('assayFigures' in window))
        Object.assign(window, { assayFigures: performance.timeOrigin + performance.now() })
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
}

async function throttle(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latency,
    downloadThroughput: profile.throughput,
    uploadThroughput: profile.throughput,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: profile.slowdown })
}

/** Opens the console on the slow profile; resolves to the milliseconds until its figures are shown. */
async function measureWebVitals(context: BrowserContext, service: Service, forget: boolean): Promise<number> {
  const page = await context.newPage()
  try {
    if (forget) {
      // Without account and token the page must redirect to the provider and back, where the session still exists.
      await page.goto(`${service.url}/health/live`)
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key !== 'DFP/Market') localStorage.removeItem(key)
        sessionStorage.clear()
      })
    }
    await throttle(page)
    const started = Date.now()
    await page.goto(service.url, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'assayFigures' in window, undefined, { timeout: 60_000 })
    return (await page.evaluate(() => (window as unknown as { assayFigures: number }).assayFigures)) - started
  } finally {
    await page.close()
  }
}

/** From a click to the first frame that shows the other page's title. */
function measureRouteChange(page: Page, path: string, title: string): Promise<number> {
  return page.evaluate(
    async ([href, expectedTitle]) => {
      const link = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find(
        element => new URL(element.href).pathname === href,
      )
      if (!link) throw new Error(`The navigation has no link to ${href}.`)
      const started = performance.now()
      link.click()
      while (document.querySelector('h1')?.textContent?.trim() !== expectedTitle)
        await new Promise(resolve => requestAnimationFrame(resolve))
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))
      return performance.now() - started
    },
    [path, title] as const,
  )
}

/** From the choice of a language to the first frame in it; the file is fetched in between. */
async function measureLanguageSwitch(page: Page, menu: string, name: string, tag: string): Promise<number> {
  await page.getByRole('button', { name: /^(Account of|Konto)/ }).click()
  await page.getByRole('menuitem', { name: menu, exact: true }).press('Enter')
  const item = page.getByRole('menuitemradio', { name, exact: true })
  await item.waitFor()
  return item.evaluate(async (element, language) => {
    const started = performance.now()
    ;(element as HTMLElement).click()
    while (document.documentElement.lang !== language) await new Promise(resolve => requestAnimationFrame(resolve))
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))
    return performance.now() - started
  }, tag)
}

/** Times that affect every page: start on a slow line and machine, changes of page and of language; keys of a long table. */
export async function benchInteractions(service: Service): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await observeWebVitals(context)
    const page = await context.newPage()
    await signIn(page, service)
    const cached: number[] = []
    const redirected: number[] = []
    for (let round = 0; round < rounds; round++) cached.push(await measureWebVitals(context, service, false))
    for (let round = 0; round < rounds; round++) redirected.push(await measureWebVitals(context, service, true))
    await page.goto(service.url)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.waitForTimeout(1500)
    await measureRouteChange(page, '/search', 'Search')
    await page.waitForTimeout(1500)
    const routes: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [path, title] of [
        ['/', 'Dashboard'],
        ['/search', 'Search'],
      ] as const) {
        routes.push(await measureRouteChange(page, path, title))
        // Work after the first frame belongs to this change, not to the next: no user clicks that fast.
        await page.waitForTimeout(500)
      }
    }
    const languages = [await measureLanguageSwitch(page, 'Language', 'Deutsch', 'de-DE')]
    for (let round = 0; round < rounds - 1; round++) {
      const german = round % 2 === 0
      languages.push(
        await measureLanguageSwitch(
          page,
          german ? 'Sprache' : 'Language',
          german ? 'English (US)' : 'Deutsch',
          german ? 'en-US' : 'de-DE',
        ),
      )
    }
    const table = await benchDecisionTable(page, service, harborRootId)
    const note = `10 Mbit/s, ${profile.latency} ms, ${profile.slowdown} x processor time, empty cache; median of ${rounds}`
    return [
      limitedRow(
        'Figures on screen, token in the cache',
        median(cached),
        ms,
        '<',
        2500,
        `${note}; all: ${cached.map(ms).join(', ')}`,
      ),
      limitedRow(
        'Figures on screen through a full silent redirect',
        median(redirected),
        ms,
        '<',
        4000,
        `${note}; all: ${redirected.map(ms).join(', ')}`,
      ),
      limitedRow(
        'Change between two loaded pages, to the first frame',
        median(routes),
        ms,
        '<',
        100,
        `median of ${routes.length}: ${routes.map(ms).join(', ')}`,
      ),
      limitedRow(
        'Change of language, to the first frame',
        median(languages),
        ms,
        '<',
        300,
        `median of ${languages.length}, longest ${ms(Math.max(...languages))}`,
      ),
      ...table,
    ]
  } finally {
    await browser.close()
  }
}
