import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { launchBrowser } from '../support/browser.ts'
import { limitedRow, ms, quantile, type Row, root } from '../support/harness.ts'

const nodes = 5000
const edges = 8000

/**
 * Lays out the graph of the stories in the worker of the console, in a built page, while the page counts its frames.
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
      const results: { time: number; longest: number; frames: number[] }[] = []
      for (let i = 0; i < runs; i++) {
        results.push(
          await tab.evaluate(
            size =>
              (
                window as unknown as {
                  layOut: (nodes: number, edges: number) => Promise<{ time: number; longest: number; frames: number[] }>
                }
              ).layOut(size.nodes, size.edges),
            { nodes, edges },
          ),
        )
      }
      const shown: { time: number; blocked: number }[] = []
      for (let i = 0; i < runs; i++) {
        shown.push(
          await tab.evaluate(
            size =>
              (
                window as unknown as {
                  showCanvas: (nodes: number, edges: number) => Promise<{ time: number; blocked: number }>
                }
              ).showCanvas(size.nodes, size.edges),
            { nodes, edges },
          ),
        )
      }
      const sizes = `${nodes.toLocaleString('en-US')} nodes, ${edges.toLocaleString('en-US')} edges; median of ${runs}`
      return [
        limitedRow(
          'Graph: force layout in the worker',
          quantile(
            results.map(({ time }) => time),
            0.5,
          ),
          ms,
          '<',
          4000,
          sizes,
        ),
        limitedRow(
          'Graph: longest time the page could not react meanwhile',
          quantile(
            results.map(({ longest }) => longest),
            0.5,
          ),
          ms,
          '<',
          100,
          sizes,
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
          sizes,
        ),
        {
          name: 'Graph: the whole component, until its picture stands',
          value: ms(
            quantile(
              shown.map(({ time }) => time),
              0.5,
            ),
          ),
          note: `the page could not react for at most ${ms(
            quantile(
              shown.map(({ blocked }) => blocked),
              0.5,
            ),
          )} while it is drawn for the first time`,
        },
      ]
    } finally {
      await browser.close()
      server.close()
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
