import type { Locator } from 'playwright'
import { launchBrowser, signIn } from '../support/browser.ts'
import { limitedRow, ms, quantile, type Row, type Service } from '../support/harness.ts'

/**
 * Loads many rows into the search table by scrolling, then scrolls through all of them for five seconds; time between
 * frames.
 */
export async function benchScroll(service: Service, rowCount: number): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await signIn(page, service)
    await page.goto(`${service.url}/search?period=all`)
    const scroller = page.locator('[data-slot="data-table-grid"]')
    await scroller.getByRole('row').nth(5).waitFor()
    const footer = page.locator('[data-slot="data-table-footer"]')
    // The number of rows follows from the row's height: the body of the table is as high as all of them.
    const countRows = () =>
      scroller.evaluate(element => {
        const row = element.querySelector('[role="rowgroup"] [role="row"][aria-rowindex]:not([aria-rowindex="1"])')
        return row ? Math.round(element.scrollHeight / row.getBoundingClientRect().height) - 1 : 0
      })
    let loaded = 0
    const started = performance.now()
    while (loaded < rowCount && performance.now() - started < 300_000) {
      await scroller.evaluate(element => {
        element.scrollTop = element.scrollHeight
      })
      await page.waitForTimeout(50)
      const now = await countRows()
      if (now > loaded && Math.floor(now / 20_000) > Math.floor(loaded / 20_000))
        process.stderr.write(`loaded ${now.toLocaleString('en-US')} rows\n`)
      loaded = now
    }
    const loading = (performance.now() - started) / 1000
    const shown = (await footer.textContent()) ?? ''
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.enable')
    const spent = async () =>
      Object.fromEntries(
        (await client.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1000]),
      )
    const rows: Row[] = []
    for (const [name, pixels] of [
      ['5 s scroll of 5,000 pixels a second', 25_000],
      ['5 s flight from the first row to the last', Number.POSITIVE_INFINITY],
    ] as const) {
      const before = await spent()
      const frames = await scroll(scroller, pixels)
      const after = await spent()
      const share = (key: string) => `${(((after[key] ?? 0) - (before[key] ?? 0)) / frames.length).toFixed(1)} ms`
      rows.push(
        limitedRow(
          `  ${name}, p95 frame`,
          quantile(frames, 0.95),
          ms,
          '<',
          20,
          `${frames.length} frames, p50 ${ms(quantile(frames, 0.5))}, longest ${ms(Math.max(...frames))}; a frame's script ${share('ScriptDuration')}, style ${share('RecalcStyleDuration')}, layout ${share('LayoutDuration')}, all tasks ${share('TaskDuration')}`,
        ),
      )
    }
    return [
      {
        name: `Search table with ${loaded.toLocaleString('en-US')} rows`,
        value: `${Math.round(loading)} s`,
        note: `to load them by scrolling (${shown.trim().slice(0, 60)})`,
        ...(loaded < rowCount ? { ok: false } : {}),
      },
      ...rows,
    ]
  } finally {
    await browser.close()
  }
}

/** Scrolls from the top for five seconds, a step each frame; the times between frames in milliseconds. */
export function scroll(scroller: Locator, pixels: number): Promise<number[]> {
  return scroller.evaluate(
    async (element, distance) => {
      element.scrollTop = 0
      await new Promise(resolve => setTimeout(resolve, 500))
      const times: number[] = []
      const whole = Math.min(distance, element.scrollHeight - element.clientHeight * 20)
      await new Promise<void>(resolve => {
        const begun = performance.now()
        let last = begun
        const step = (now: number) => {
          times.push(now - last)
          last = now
          element.scrollTop = (whole * (now - begun)) / 5000
          if (now - begun < 5000) requestAnimationFrame(step)
          else resolve()
        }
        requestAnimationFrame(step)
      })
      return times.slice(1)
    },
    Number.isFinite(pixels) ? pixels : 1e12,
  )
}
