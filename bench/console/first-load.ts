import http from 'node:http'
import type { Page } from 'playwright'
import { launchBrowser, signIn } from '../support/browser.ts'
import { limitedRow, type Row, type Service } from '../support/harness.ts'

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
/** Milliseconds added to every request: sequential requests then take visibly longer, parallel ones do not. */
const latency = 150

interface FetchedFile {
  path: string
  start: number
  end: number
}
interface PageLoad {
  /** Time at which the first figure was on the page. */
  figures: number
  fetched: FetchedFile[]
}

/** Size in bytes of an asset transferred with gzip; the limits are in gzip, browsers can get brotli. */
function fetchSize(service: Service, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(service.url + path, { headers: { 'accept-encoding': 'gzip' } }, response => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('end', () => resolve(bytes))
      })
      .on('error', reject)
  })
}

/** Everything that the page of a signed-in user fetched, and the time at which its figures were shown. */
async function loadPage(page: Page, service: Service, slow: boolean): Promise<PageLoad> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (slow)
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await page.goto(service.url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'assayFigures' in window, undefined, { timeout: 60_000 })
  return page.evaluate(() => ({
    figures: (window as unknown as { assayFigures: number }).assayFigures,
    fetched: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, responseEnd }) => ({ path: new URL(name).pathname, start: startTime, end: responseEnd }),
    ),
  }))
}

const scriptsBeforeFigures = ({ fetched, figures }: PageLoad): string[] => [
  ...new Set(fetched.filter(({ path, start }) => start < figures && path.endsWith('.js')).map(({ path }) => path)),
]

/** Longest chain of sequential requests before the first call of the API: each began when the one before had ended. */
function requestChain(fetched: readonly FetchedFile[]): FetchedFile[] {
  const call = fetched.filter(({ path }) => path.startsWith('/api/console/')).sort((a, b) => a.start - b.start)[0]
  const before = fetched
    .filter(({ path, end }) => call && end <= call.start && /\.(js|json)$/.test(path))
    .sort((a, b) => a.end - b.end)
  const chain: FetchedFile[] = []
  for (const item of before) if (item.start >= (chain.at(-1)?.end ?? 0)) chain.push(item)
  return chain
}

/**
 * Measures what a signed-in user's browser fetches until the dashboard shows its figures: JavaScript in total and
 * before the sign-in gate, the language file, and the number of sequential requests between the HTML and the first API
 * call.
 */
export async function benchFirstLoad(service: Service): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    const first = await context.newPage()
    await signIn(first, service)
    await first.close()
    await context.addInitScript(() => {
      const look = () => {
        const tile = document.querySelector('[data-slot="stat-tile"]:not([aria-busy="true"]) .tabular-nums')
        if (!tile || !/\d/.test(tile.textContent) || 'assayFigures' in window) return
        Object.assign(window, { assayFigures: performance.now() })
      }
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    })
    const quick = await loadPage(await context.newPage(), service, false)
    const slow = await loadPage(await context.newPage(), service, true)
    const expired = await context.newPage()
    await expired.addInitScript(() => localStorage.removeItem('assay/session'))
    const renewing = await loadPage(expired, service, false)

    const until = slow.fetched.filter(({ start }) => start < slow.figures)
    const scripts = scriptsBeforeFigures(slow)
    const html = await (await fetch(service.url)).text()
    const referenced = [
      ...new Set([...html.matchAll(/(?:src|href)="(\/dist\/[^"]+\.js)"/g)].map(match => match[1] ?? '')),
    ]
    const languages = [...new Set(until.map(({ path }) => path).filter(path => /messages-/.test(path)))]
    const sizes = async (paths: readonly string[]) =>
      Promise.all(paths.map(async path => [path, await fetchSize(service, path)] as const))
    const sum = (all: readonly (readonly [string, number])[]) => all.reduce((total, [, bytes]) => total + bytes, 0)
    const [all, gate, language] = [await sizes(scripts), await sizes(referenced), await sizes(languages)]
    const largest = [...all]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 8)
      .map(([path, bytes]) => `${path.replace('/dist/', '').replace(/-[\w-]{8}\.js$/, '')} ${kilobytes(bytes)}`)
    const chain = requestChain(slow.fetched)
    return [
      limitedRow(
        'JavaScript until the dashboard shows its figures, gzip',
        sum(all),
        kilobytes,
        '<',
        240_000,
        `${scripts.length} files: ${largest.join(', ')}`,
      ),
      limitedRow(
        '  of it referenced by the HTML, before the sign-in gate',
        sum(gate),
        kilobytes,
        '<',
        130_000,
        `${referenced.length} files`,
      ),
      {
        name: '  of a visit without a valid token, which needs the identity library first',
        value: kilobytes(sum(await sizes(scriptsBeforeFigures(renewing)))),
        note: `figures on the page after ${Math.round(renewing.figures)} ms`,
      },
      limitedRow('  language file', sum(language), kilobytes, '<', 40_000, languages.join(', ')),
      limitedRow(
        '  requests in sequence between HTML and first API call',
        chain.length,
        String,
        '<',
        4,
        chain.map(({ path }) => path.replace('/dist/', '')).join(' > '),
      ),
      {
        name: '  figures on the page, warm service',
        value: `${Math.round(quick.figures)} ms`,
        note: `${Math.round(slow.figures)} ms with ${latency} ms added to every request`,
      },
    ]
  } finally {
    await browser.close()
  }
}
