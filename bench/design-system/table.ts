import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright'
import { build, preview } from 'vite'
import { launchBrowser } from '../support/browser.ts'
import { limitedRow, median, ms, quantile, type Row, root } from '../support/harness.ts'

const port = Number(process.env['BENCH_PORT'] ?? 4377) + 1

/**
 * The table component alone, 100,000 rows in the page: first paint, sorting, filtering, scrolling. No service, no
 * network.
 */
export async function benchTable(): Promise<Row[]> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'assay-bench-table-'))
  const config = {
    root: path.join(root, 'bench/design-system/table-page'),
    configFile: false as const,
    logLevel: 'error' as const,
    plugins: [react(), tailwindcss()],
  }
  await build({ ...config, build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 } })
  const server = await preview({ ...config, build: { outDir }, preview: { port, strictPort: true } })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await page.goto(`http://localhost:${port}/`)
    await page.waitForFunction(() => 'showTable' in window)
    const rows: Row[] = [
      {
        name: 'Table component alone in the page',
        value: '',
        note: `load of the machine before: ${loadavg()[0]?.toFixed(1) ?? '?'}`,
      },
    ]
    await page.evaluate(() => document.fonts.ready)
    const paints = async (count: number) => {
      const times: number[] = []
      for (let i = 0; i < 5; i++)
        times.push(
          await page.evaluate(
            rowCount => (window as unknown as { showTable: (count: number) => Promise<number> }).showTable(rowCount),
            count,
          ),
        )
      return times
    }
    await paints(1000)
    rows.push(
      limitedRow('  1,000 rows x 12 columns, first paint', median(await paints(1000)), ms, '<', 100, 'median of five'),
    )
    rows.push(
      limitedRow(
        '  100,000 rows x 12 columns, first paint',
        median(await paints(100_000)),
        ms,
        '<',
        1000,
        'median of five; rows are in memory',
      ),
    )
    await watch(page)
    for (const [name, column, limit] of [
      ['Numeric sort (amount)', 'Amount', 600],
      ['Text sort (100,000 different addresses)', 'User email', 1200],
      ['Sort turned round', 'User email', 600],
    ] as const) {
      const { took, blocked } = await sort(page, column)
      rows.push(limitedRow(`  ${name}, click to painted rows`, took, ms, '<', limit))
      rows.push(
        limitedRow(`    input blocked at most`, blocked, ms, '<', 100, 'longest time in which a key would wait'),
      )
    }
    rows.push(...(await filter(page)))
    await page.evaluate(
      rowCount => (window as unknown as { showTable: (count: number) => Promise<number> }).showTable(rowCount),
      100_000,
    )
    // Time of the main thread itself: comparable even on machines with other work.
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
    await client.send('Performance.enable')
    const spent = async () =>
      Object.fromEntries(
        (await client.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1000]),
      )
    for (const [name, pixels] of [
      ['5 s scroll of 5,000 pixels a second', 25_000],
      ['5 s flight from the first row to the last, 20,000 rows a second', Number.POSITIVE_INFINITY],
    ] as const) {
      const before = await spent()
      const { frames, longest, blank } = await scroll(page, pixels)
      const after = await spent()
      const share = (key: string) => `${(((after[key] ?? 0) - (before[key] ?? 0)) / frames.length).toFixed(1)} ms`
      rows.push(
        limitedRow(
          `  ${name}, p95 frame`,
          quantile(frames, 0.95),
          ms,
          '<',
          20,
          `${frames.length} frames, p50 ${ms(quantile(frames, 0.5))}, longest ${ms(Math.max(...frames))}; looks that found no row: ${blank}; processor time of a frame: script ${share('ScriptDuration')}, style ${share('RecalcStyleDuration')}, layout ${share('LayoutDuration')}, all tasks ${share('TaskDuration')}`,
        ),
      )
      rows.push(limitedRow('    longest task', longest, ms, '<', 100))
      if (blank > 0) rows.push({ name: '    rows vanished while scrolling', value: String(blank), ok: false })
    }
    return rows
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** A heartbeat through the event loop: its longest gap is the time for which a key press would have waited. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state = { gap: 0, task: 0 }
    Object.assign(window, { benchState: state })
    const channel = new MessageChannel()
    let last = performance.now()
    channel.port1.onmessage = () => {
      const now = performance.now()
      state.gap = Math.max(state.gap, now - last)
      last = now
      setTimeout(() => channel.port2.postMessage(null), 4)
    }
    channel.port2.postMessage(null)
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) state.task = Math.max(state.task, entry.duration)
    }).observe({ type: 'longtask' })
  })
}

function sort(page: Page, column: string): Promise<{ took: number; blocked: number }> {
  return page.evaluate(async name => {
    const state = (window as unknown as { benchState: { gap: number } }).benchState
    const head = [...document.querySelectorAll<HTMLElement>('[role="columnheader"] button[title]')].find(
      button => button.title === name,
    )
    const first = () => document.querySelector('[role="row"][aria-rowindex="2"]')?.getAttribute('data-row-id')
    const before = first()
    await new Promise(resolve => setTimeout(resolve, 300))
    state.gap = 0
    const started = performance.now()
    head?.click()
    while (first() === before) await new Promise(resolve => requestAnimationFrame(resolve))
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))
    return { took: performance.now() - started, blocked: state.gap }
  }, column)
}

/** Types into the filter of a text column; measures from each key to the paint of the remaining rows. */
async function filter(page: Page): Promise<Row[]> {
  await page.evaluate(
    rowCount => (window as unknown as { showTable: (count: number) => Promise<number> }).showTable(rowCount),
    100_000,
  )
  await page.getByRole('button', { name: 'Column menu: User email' }).click()
  await page.getByRole('menuitem', { name: 'Filter…' }).click()
  const box = page.getByRole('textbox', { name: 'Value' })
  await box.waitFor()
  const times: number[] = []
  for (const text of ['7', '77', '777', '7777', '777', '77', '7']) {
    times.push(
      await box.evaluate(async (input: HTMLInputElement, value) => {
        const bar = document.querySelector('[data-slot="data-table-toolbar"] span')
        const before = bar?.textContent
        const started = performance.now()
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        while (bar?.isConnected && bar.textContent === before)
          await new Promise(resolve => requestAnimationFrame(resolve))
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))
        return performance.now() - started
      }, text),
    )
    await page.waitForTimeout(200)
  }
  const [first = Number.NaN, ...further] = times
  return [
    limitedRow(
      '  Filter keystroke over 100,000 texts to painted rows',
      Math.max(...further),
      ms,
      '<',
      100,
      `longest of ${further.length}; the first, which reads the column, ${ms(first)}`,
    ),
  ]
}

/** Scrolls from the top for five seconds, a step each frame. */
function scroll(page: Page, pixels: number): Promise<{ frames: number[]; longest: number; blank: number }> {
  return page.locator('[data-slot="data-table-grid"]').evaluate(
    async (element, distance) => {
      const state = (window as unknown as { benchState: { task: number } }).benchState
      element.scrollTop = 0
      await new Promise(resolve => setTimeout(resolve, 700))
      const frames: number[] = []
      let blank = 0
      const whole = Math.min(distance, element.scrollHeight - element.clientHeight)
      const box = element.getBoundingClientRect()
      state.task = 0
      await new Promise<void>(resolve => {
        const begun = performance.now()
        let last = begun
        const step = (now: number) => {
          frames.push(now - last)
          last = now
          // Reads the middle of the view, a row or its text: in every sixth frame, because the query itself costs a
          // layout.
          if (frames.length % 6 === 0) {
            const middle = document.elementsFromPoint(box.left + 300, box.top + box.height / 2)
            const flight = element.querySelector<HTMLElement>('[data-slot="data-table-fast-scroll"]')
            if (!middle.some(found => found.closest('[data-row-id]')) && flight?.style.visibility !== 'visible') blank++
          }
          element.scrollTop = (whole * (now - begun)) / 5000
          if (now - begun < 5000) requestAnimationFrame(step)
          else resolve()
        }
        requestAnimationFrame(step)
      })
      await new Promise(resolve => setTimeout(resolve, 500))
      return { frames: frames.slice(1), longest: state.task, blank }
    },
    Number.isFinite(pixels) ? pixels : 1e12,
  )
}
