import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, preview } from 'vite'
import { measureGuess } from '../../risk-service/upload-files/guess/testing/guess-rate.ts'
import { laterSynonyms, synonyms } from '../../risk-service/upload-files/guess/testing/renamed-columns.ts'
import { launchBrowser } from '../support/browser.ts'
import { limitedRow, median, ms, type Row, root } from '../support/harness.ts'
import type { CheckFigures } from './check-page/worker.ts'
import { checkPieces } from './check-wide-file.ts'
import { wideFile } from './wide-file.ts'

const size = Number(process.env['BENCH_UPLOAD_MIB'] ?? 128) * 2 ** 20
const rounds = 3
/** The browser must check at least so many MiB in a second. */
const leastRate = 60
const port = Number(process.env['BENCH_PORT'] ?? 4377) + 2
const rateText = (value: number): string => `${Math.round(value)} MiB/s`
const rateOf = ({ bytes, milliseconds }: Pick<CheckFigures, 'bytes' | 'milliseconds'>): number =>
  bytes / 2 ** 20 / (milliseconds / 1000)

async function inService(isQuoted: boolean): Promise<CheckFigures> {
  const file = wideFile(size, isQuoted)
  const started = performance.now()
  const result = await checkPieces(file.length, (from, to) => Promise.resolve(file.subarray(from, to)))
  const milliseconds = performance.now() - started
  return { bytes: file.length, rows: result.rows, errors: result.issues.errors, milliseconds }
}

type PageFigures = CheckFigures & { blocked: number }

async function inBrowser(use: (run: (isQuoted: boolean) => Promise<PageFigures>) => Promise<void>): Promise<void> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'assay-bench-uploads-'))
  const config = {
    root: path.join(root, 'bench/uploads/check-page'),
    configFile: false as const,
    logLevel: 'error' as const,
    worker: { format: 'es' as const },
  }
  await build({ ...config, build: { outDir, emptyOutDir: true } })
  const server = await preview({ ...config, build: { outDir }, preview: { port, strictPort: true } })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${port}/`)
    await page.waitForFunction(() => 'runCheck' in window)
    await use(isQuoted =>
      page.evaluate(
        ([bytes, quoted]) =>
          (window as unknown as { runCheck: (size: number, isQuoted: boolean) => Promise<PageFigures> }).runCheck(
            bytes,
            quoted,
          ),
        [size, isQuoted] as const,
      ),
    )
  } finally {
    await browser.close()
    await new Promise(resolve => server.httpServer.close(resolve))
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** The check of files of data uploads in a worker of the browser and in the service, and the guess of mappings. */
export async function benchUploadCheck(): Promise<Row[]> {
  const rows: Row[] = []
  const note = (figures: readonly CheckFigures[]): string =>
    `${Math.round((figures[0]?.bytes ?? 0) / 2 ** 20)} MiB, ${(figures[0]?.rows ?? 0).toLocaleString('en-US')} rows of 20 columns, every cell checked, ${figures[0]?.errors ?? 0} errors; median of ${rounds}`
  for (const isQuoted of [false, true]) {
    const what = isQuoted ? 'a third of the text quoted' : 'nothing quoted'
    const figures: CheckFigures[] = []
    for (let round = 0; round < rounds; round++) figures.push(await inService(isQuoted))
    rows.push({ name: `Check in Node, ${what}`, value: rateText(median(figures.map(rateOf))), note: note(figures) })
  }
  await inBrowser(async run => {
    for (const isQuoted of [false, true]) {
      const what = isQuoted ? 'a third of the text quoted' : 'nothing quoted'
      const figures: PageFigures[] = []
      for (let round = 0; round < rounds; round++) figures.push(await run(isQuoted))
      rows.push(
        limitedRow(
          `Check in a worker of the browser, ${what}`,
          median(figures.map(rateOf)),
          rateText,
          '>',
          leastRate,
          note(figures),
        ),
        limitedRow('  page blocked at most', Math.max(...figures.map(each => each.blocked)), ms, '<', 100),
      )
    }
  })
  for (const [what, names] of [
    ['synonyms that it was made with', synonyms],
    ['synonyms that it was mended with', laterSynonyms],
  ] as const) {
    const { columns, right } = measureGuess(names)
    const share = (value: number): string => `${(value * 100).toFixed(1)} %`
    rows.push(limitedRow(`Mapping guessed right, ${what}`, right / columns, share, '>', 0.95, `${columns} columns`))
  }
  return rows
}
