import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright'
import { build } from 'vite'
import { launchBrowser } from '../support/browser.ts'
import { limitedRow, median, ms, quantile, type Row, root } from '../support/harness.ts'
import type { GraphPage } from './graph-page/page.ts'

/** More than the largest picture of the console, and that picture. */
const sizes = [
  { nodes: 5000, edges: 8000 },
  { nodes: 2000, edges: 10_000 },
] as const
type Size = (typeof sizes)[number]
type PageWindow = Window & GraphPage

/**
 * Lays out the graph of the stories in the worker of the console, in a built page, while the page counts its frames, then
 * shows and moves the whole component.
 */
export async function benchGraph(runs = 3): Promise<Row[]> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'assay-graph-'))
  const page = path.join(root, 'bench/design-system/graph-page')
  try {
    await build({
      root: page,
      configFile: false,
      logLevel: 'error',
      plugins: [react(), tailwindcss()],
      build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 5000 },
    })
    const server = createServer((request, response) => {
      const file = path.join(outDir, request.url === '/' ? 'index.html' : path.normalize(request.url ?? '/'))
      if (!file.startsWith(outDir) || !existsSync(file)) return void response.writeHead(404).end()
      response.writeHead(200, {
        'content-type': file.endsWith('.html') ? 'text/html' : file.endsWith('.css') ? 'text/css' : 'text/javascript',
      })
      createReadStream(file).pipe(response)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const browser = await launchBrowser()
    try {
      const tab = await browser.newPage()
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await tab.waitForFunction(() => 'layOut' in window)
      const rows: Row[] = []
      for (const size of sizes)
        rows.push(...(await measureLayouts(tab, size, runs)), ...(await measureCanvas(tab, size, runs)))
      return rows
    } finally {
      await browser.close()
      server.close()
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const describe = ({ nodes, edges }: Size): string =>
  `${nodes.toLocaleString('en-US')} nodes, ${edges.toLocaleString('en-US')} edges`

async function measureLayouts(tab: Page, size: Size, runs: number): Promise<Row[]> {
  const results: Awaited<ReturnType<GraphPage['layOut']>>[] = []
  for (let run = 0; run < runs; run++)
    results.push(await tab.evaluate(({ nodes, edges }) => (window as unknown as PageWindow).layOut(nodes, edges), size))
  const note = `${describe(size)}; median of ${runs}`
  return [
    limitedRow('Graph: force layout in the worker', median(results.map(({ time }) => time)), ms, '<', 4000, note),
    limitedRow(
      'Graph: longest time the page could not react meanwhile',
      median(results.map(({ longest }) => longest)),
      ms,
      '<',
      100,
      note,
    ),
    limitedRow(
      'Graph: time between frames meanwhile, p95',
      quantile(
        results.flatMap(({ frames }) => frames),
        0.95,
      ),
      ms,
      '<',
      50,
      note,
    ),
  ]
}

/** The whole component: until its picture stands, and while the pointer moves it. */
async function measureCanvas(tab: Page, size: Size, runs: number): Promise<Row[]> {
  const shown: Awaited<ReturnType<GraphPage['showCanvas']>>[] = []
  const frames: number[] = []
  for (let run = 0; run < runs; run++) {
    shown.push(
      await tab.evaluate(({ nodes, edges }) => (window as unknown as PageWindow).showCanvas(nodes, edges), size),
    )
    frames.push(...(await panCanvas(tab)))
    await tab.evaluate(() => (window as unknown as PageWindow).closeCanvas())
  }
  const note = `${describe(size)}; ${runs} runs`
  return [
    limitedRow(
      'Graph: longest time the page could not react until the picture stands',
      median(shown.map(({ blocked }) => blocked)),
      ms,
      '<',
      100,
      `${note}; ${ms(median(shown.map(({ time }) => time)))} until it stands`,
    ),
    limitedRow('Graph: time between frames while it is moved, p95', quantile(frames, 0.95), ms, '<', 25, note),
  ]
}

/** Moves the picture by its empty corner; returns the times between the frames. */
async function panCanvas(tab: Page): Promise<number[]> {
  const corner = await tab.evaluate(() => {
    const box = document.querySelector('[role="application"]')?.getBoundingClientRect()
    if (box === undefined) return null
    // Nothing lies above the picture there that would take the pointer.
    return (
      [
        { x: box.left + 12, y: box.bottom - 12 },
        { x: box.right - 12, y: box.bottom - 12 },
        { x: box.left + 12, y: box.top + 12 },
      ].find(({ x, y }) => document.elementFromPoint(x, y)?.closest('[role="application"]')) ?? null
    )
  })
  if (corner === null) throw new Error('No corner of the picture can be taken.')
  const { x, y } = corner
  await tab.mouse.move(x, y)
  await tab.mouse.down()
  await tab.evaluate(() => (window as unknown as PageWindow).startFrames())
  for (let step = 1; step <= 90; step++) await tab.mouse.move(x + step * 2, y - step * 2)
  const frames = await tab.evaluate(() => (window as unknown as PageWindow).stopFrames())
  await tab.mouse.up()
  return frames
}
