/**
 * Checks the library as a package. Builds and packs it, installs the archive in a fresh Vite application outside of the
 * workspace, opens Button, DataTable and Dialog in Chromium, measures the download cost of the used parts, imports every
 * entry in Node, and renders every component on a server without a catalogue.
 *   node scripts/release/check-package.ts [--built] [--clean | --oldest] [--modules]
 *     --built    uses the existing design-system/dist
 *     --clean    installs with npm ci, every dependency from its own archive, where otherwise those of the workspace are linked
 *     --oldest   installs the oldest React and react-intl of the ranges, from the registry
 *     --modules  lists the sizes of the measured modules
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { preview } from 'vite'
import { environment, reports, root } from '../test/stages.ts'
import { bundle, chunks, measureSizes, packageOf } from './bundle-size.ts'
import { checkServer } from './component-cases.ts'
import { type Assert, installOptionalPeers, installPackage, writePages } from './test-application.ts'

const heavyPackages = [
  'recharts',
  'cytoscape',
  'cytoscape-fcose',
  'maplibre-gl',
  '@codemirror',
  '@lezer',
  'world-atlas',
  'topojson-client',
]
const problems: string[] = []
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
const assert: Assert = (condition, problem) => {
  if (!condition) problems.push(problem)
}

/** Opens a built folder in Chromium; errors of the page are problems. */
async function withPage(
  app: string,
  outDir: string,
  visit: (tab: Page, address: string) => Promise<void>,
): Promise<void> {
  const server = await preview({
    configFile: false,
    root: app,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const { CHROMIUM_PATH: executablePath } = environment()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  const tab = await browser.newPage()
  const complaints: string[] = []
  tab.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  tab.on('pageerror', error => complaints.push(error.stack ?? String(error)))
  try {
    await visit(tab, server.resolvedUrls?.local[0] ?? '')
  } catch (error) {
    problems.push(`${String(error).split('\n')[0]} ${await tab.evaluate(() => document.body.innerText.slice(0, 300))}`)
  } finally {
    await browser.close()
    await server.close()
  }
  assert(complaints.length === 0, `The page complains: ${complaints.join(' | ').slice(0, 1500)}`)
}

async function checkRendering(app: string): Promise<void> {
  const built = await bundle(app, [path.join(app, 'index.html'), path.join(app, 'plain.html')])
  const loaded = chunks(built).flatMap(chunk =>
    Object.entries(chunk.modules)
      .filter(([, module]) => module.renderedLength > 0)
      .map(([id]) => packageOf(id)),
  )
  const strays = heavyPackages.filter(name => loaded.some(each => each === name || each.startsWith(`${name}/`)))
  assert(strays.length === 0, `A page without charts, graph, map and editor loads ${strays.join(', ')}`)
  await withPage(app, path.join(app, 'out-index'), async (tab, address) => {
    await tab.goto(address)
    const save = tab.getByRole('button', { name: 'Save' })
    await save.waitFor({ timeout: 15_000 })
    const box = await save.evaluate(element => {
      const style = getComputedStyle(element)
      return { height: element.getBoundingClientRect().height, color: style.backgroundColor, font: style.fontFamily }
    })
    assert(box.height === 32, `The button is ${box.height} px high and not 32: its styles are missing`)
    assert(box.color.startsWith('oklch(0.49'), `The button is ${box.color} and not the accent`)
    assert(
      box.font.includes('IBM Plex Sans Variable') &&
        (await tab.evaluate(() =>
          document.fonts.load('13px "IBM Plex Sans Variable"').then(fonts => fonts.length > 0),
        )),
      'The typeface does not load',
    )
    const table = tab.getByRole('grid', { name: 'Orders' })
    await table.getByText('Customer 3', { exact: true }).waitFor({ timeout: 5000 })
    assert((await table.getByText('EUR').count()) > 3, 'The table shows no amounts')
    await tab.getByRole('button', { name: 'Open' }).click()
    await tab.getByRole('dialog', { name: 'Rename queue' }).waitFor({ timeout: 5000 })
    await tab.getByRole('button', { name: 'Close' }).click()
    await tab.getByRole('dialog').waitFor({ state: 'detached', timeout: 5000 })
    await tab.screenshot({ path: path.join(reports, 'package.png') })
    await tab.goto(new URL('/plain.html', address).href)
    await tab.getByRole('dialog', { name: 'Plain' }).getByRole('button', { name: 'Close' }).waitFor({ timeout: 5000 })
  })
}

mkdirSync(reports, { recursive: true })
const app = mkdtempSync(path.join(tmpdir(), 'assay-package-'))
try {
  if (!process.argv.includes('--built'))
    execFileSync(process.execPath, [path.join(root, 'scripts/release/build-library.ts')], {
      cwd: root,
      stdio: 'inherit',
      env: environment(),
    })
  installPackage(app, assert)
  console.log(`installed, ${seconds()}`)
  writePages(app)
  await measureSizes(app, assert)
  await checkRendering(app)
  if (!process.argv.includes('--clean') && !process.argv.includes('--oldest')) installOptionalPeers(app)
  await checkServer(app, assert)
  console.log(`rendered on a server, ${seconds()}`)
} finally {
  if (process.argv.includes('--keep')) cpSync(app, path.join(reports, 'package'), { recursive: true })
  rmSync(app, { recursive: true, force: true })
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`The package installs, renders and shakes: ${seconds()}`)
