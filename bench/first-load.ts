import { chromium, type Response } from 'playwright'
import { limited, type Row, type Service } from './harness.ts'

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

interface Fetched {
  url: string
  type: string
  bytes: number
  at: number
}

/** Bytes on the wire with gzip, as the browser reports them. */
async function sizeOf(response: Response): Promise<number> {
  const sizes = await response.request().sizes()
  return sizes.responseBodySize
}

/**
 * What a signed-in user's browser fetches until the dashboard shows its figures: JavaScript in all and before the sign-in
 * gate, the language file, and how many requests come one after the other between the HTML and the first API call.
 */
export async function benchFirstLoad(service: Service): Promise<Row[]> {
  const browser = await chromium.launch({ ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}), args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    // Brotli is what browsers get; the limits are in gzip, so that only gzip is offered here.
    const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } })
    const signIn = await context.newPage()
    await signIn.goto(service.url)
    await signIn.getByRole('button', { name: /product-admin@harbor\.example/ }).click()
    await signIn.getByRole('heading', { level: 1 }).waitFor()
    await signIn.getByText(/\d/).first().waitFor()
    await signIn.close()

    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    const fetched: Fetched[] = []
    const initiators: { url: string; start: number; end: number }[] = []
    let figures = false
    const pending: Promise<void>[] = []
    page.on('response', response => {
      const { pathname } = new URL(response.url())
      if (figures) return
      pending.push(sizeOf(response).then(bytes => {
        const timing = response.request().timing()
        fetched.push({ url: pathname, type: response.request().resourceType(), bytes, at: timing.startTime })
        initiators.push({ url: pathname, start: timing.startTime, end: timing.startTime + Math.max(0, timing.responseEnd) })
      }, () => undefined))
    })
    await page.goto(service.url)
    await page.locator('[data-slot="stat-tile"] [data-slot="stat-value"]').first().waitFor()
    figures = true
    await Promise.all(pending)

    const scripts = fetched.filter(({ url }) => url.endsWith('.js'))
    const html = await (await fetch(service.url)).text()
    const referenced = new Set([...html.matchAll(/(?:src|href)="(\/dist\/[^"]+\.js)"/g)].map(match => match[1]))
    const before = scripts.filter(({ url }) => referenced.has(url))
    const language = fetched.filter(({ url }) => /messages-/.test(url))
    // Longest chain of requests in which each began after the one before had ended, from the document to the first API call.
    const api = initiators.filter(({ url }) => url.startsWith('/api/console/')).sort((a, b) => a.start - b.start)[0]
    const steps = initiators.filter(item => api && item.start < api.start && /\.(js|json)$/.test(item.url)).sort((a, b) => a.end - b.end)
    let depth = 0
    let reached = 0
    for (const step of steps) {
      if (step.start >= reached) {
        depth++
        reached = step.end
      }
    }
    const sum = (items: readonly Fetched[]) => items.reduce((total, { bytes }) => total + bytes, 0)
    return [
      limited('JavaScript until the dashboard shows its figures, gzip', sum(scripts), kilobytes, '<', 240_000, `${scripts.length} files`),
      limited('  of it referenced by the HTML, before the sign-in gate', sum(before), kilobytes, '<', 130_000, `${before.length} files`),
      limited('  language file', sum(language), kilobytes, '<', 40_000),
      limited('  requests in sequence between HTML and first API call', depth, String, '<', 4),
    ]
  } finally {
    await browser.close()
  }
}
