import { chromium } from 'playwright'
import { limited, ms, quantile, type Row, type Service } from './harness.ts'

const wanted = 100_000

/** Loads 100,000 rows into the search table and scrolls through them for five seconds; time between frames. */
export async function benchScroll(service: Service): Promise<Row[]> {
  const browser = await chromium.launch({ ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}), args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(service.url)
    await page.getByRole('button', { name: /product-admin@harbor\.example/ }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${service.url}/search?period=all`)
    const grid = page.getByRole('grid')
    await grid.getByRole('row').nth(5).waitFor()
    const scroller = page.locator('[data-slot="data-table-scroller"]')
    let loaded = 0
    const deadline = performance.now() + 300_000
    while (loaded < wanted && performance.now() < deadline) {
      loaded = await scroller.evaluate(async element => {
        element.scrollTop = element.scrollHeight
        await new Promise(resolve => setTimeout(resolve, 60))
        return Number(element.getAttribute('data-rows') ?? 0)
      })
    }
    const frames = await scroller.evaluate(async element => {
      element.scrollTop = 0
      await new Promise(resolve => setTimeout(resolve, 300))
      const times: number[] = []
      const distance = element.scrollHeight
      await new Promise<void>(resolve => {
        const started = performance.now()
        let last = started
        const step = (now: number) => {
          times.push(now - last)
          last = now
          element.scrollTop = (distance * (now - started)) / 5000
          if (now - started < 5000) requestAnimationFrame(step)
          else resolve()
        }
        requestAnimationFrame(step)
      })
      return times.slice(1)
    })
    return [limited(`Search table, ${loaded.toLocaleString('en-US')} rows, p95 frame over a 5 s scroll`, quantile(frames, 0.95), ms, '<', 20, `${frames.length} frames, longest ${ms(Math.max(...frames))}`)]
  } finally {
    await browser.close()
  }
}
