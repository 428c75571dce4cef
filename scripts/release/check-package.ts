/**
 * Is the library one? Builds and packs it, installs the archive in a fresh Vite application outside of the workspace,
 * looks at Button, DataTable and Dialog in Chromium, and weighs what an application pays for the parts it uses.
 *   node scripts/release/check-package.ts [--built] [--clean] [--modules]
 *     --built    takes design-system/dist as it is
 *     --clean    installs with npm ci, every dependency from its own archive, where otherwise those of the workspace are linked
 *     --modules  lists what the weighed modules weigh
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { build, preview, type Rolldown } from 'vite'
import { environment, reports, root } from '../test/stages.ts'

const limit = 35_000
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
const assert = (fine: boolean, problem: string) => {
  if (!fine) problems.push(problem)
}

interface LockPackage {
  resolved?: string
  integrity?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  version?: string
}
type Lock = { packages: Record<string, LockPackage> }

/**
 * The lock of the fresh application: the versions of the workspace, so that npm takes them from its cache and asks
 * nobody.
 */
function lockFor(name: string, archive: string, manifest: LockPackage, own: Record<string, string>): object {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  const kept: Record<string, LockPackage> = {}
  const locate = (dependency: string, from: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const key = `${at === '' ? '' : `${at}/`}node_modules/${dependency}`
      if (key in packages) return key
      if (at === '') return undefined
    }
  }
  const take = (dependency: string, from: string): void => {
    const key = locate(dependency, from)
    const entry = key === undefined ? undefined : packages[key]
    if (key === undefined || !entry || key in kept || entry.link) return
    kept[key] = entry
    const optional = Object.keys(entry.peerDependencies ?? {}).filter(
      peer => !entry.peerDependenciesMeta?.[peer]?.optional,
    )
    for (const next of [
      ...Object.keys(entry.dependencies ?? {}),
      ...Object.keys(entry.optionalDependencies ?? {}),
      ...optional,
    ])
      take(next, key)
  }
  for (const dependency of [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(own)])
    take(dependency, 'design-system')
  const dependencies = { [name]: `file:${archive}`, ...own }
  return {
    name: 'fresh',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'fresh', version: '1.0.0', dependencies },
      ...kept,
      [`node_modules/${name}`]: { ...manifest, resolved: `file:${archive}` },
    },
  }
}

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })

/** Packs the built library and installs the archive as npm does for anybody. */
function install(app: string): void {
  const dist = path.join(root, 'design-system/dist')
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', app], dist)) as {
    filename: string
    size: number
    entryCount: number
    files: { path: string }[]
  }[]
  if (!packed) throw new Error('npm pack made no archive')
  console.log(`packed: ${packed.entryCount} files, ${Math.round(packed.size / 1000)} kB`)
  const strays = packed.files
    .map(file => file.path)
    .filter(file => /\.(stories|test)\.|\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  assert(strays.length === 0, `The archive holds sources: ${strays.slice(0, 5).join(', ')}`)
  const manifest = JSON.parse(readFileSync(path.join(dist, 'package.json'), 'utf8')) as LockPackage & {
    name: string
    peerDependencies: Record<string, string>
  }
  const own = Object.fromEntries(
    ['react', 'react-dom', 'react-intl'].map(name => [name, manifest.peerDependencies[name] ?? '*']),
  )
  writeFileSync(
    path.join(app, 'package.json'),
    JSON.stringify({
      name: 'fresh',
      version: '1.0.0',
      private: true,
      type: 'module',
      dependencies: { [manifest.name]: `file:${packed.filename}`, ...own },
    }),
  )
  writeFileSync(
    path.join(app, 'package-lock.json'),
    JSON.stringify(lockFor(manifest.name, packed.filename, manifest, own)),
  )
  if (process.argv.includes('--clean')) {
    npm(
      ['ci', '--prefer-offline', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      app,
    )
  } else {
    const folder = path.join(app, 'node_modules', manifest.name)
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-xzf', packed.filename, '-C', folder, '--strip-components=1'], { cwd: app })
    for (const name of [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(own)]) {
      const link = path.join(app, 'node_modules', name)
      mkdirSync(path.dirname(link), { recursive: true })
      if (!existsSync(link)) symlinkSync(realpathSync(path.join(root, 'node_modules', name)), link, 'junction')
    }
  }
  console.log(`installed, ${seconds()}`)
}

const page = (script: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fresh</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/${script}"></script></body></html>`

const sources: Record<string, string> = {
  // No catalogue, no configuration, no Tailwind: what a person has after reading the first paragraph of the guide.
  'index.html': page('main.jsx'),
  'main.jsx': `
import '@assay/design-system/styles.css'
import { createRoot } from 'react-dom/client'
import { AnnouncerProvider, Button, createColumns, DataTable, Dialog, DialogContent, DialogTrigger } from '@assay/design-system'
import { AppIntlProvider, createAppIntl } from '@assay/design-system/i18n'

const c = createColumns()
const columns = [c.text('customer', { labelId: 'Fresh.Customer', value: row => row.customer, rowHeader: true }), c.money('amount', { labelId: 'Fresh.Amount', value: row => row.amount, currency: () => 'EUR' })]
const rows = Array.from({ length: 40 }, (_, index) => ({ id: String(index), customer: 'Customer ' + index, amount: 12.5 * index }))
document.documentElement.dataset.theme = 'light'
document.documentElement.dataset.density = 'comfortable'
createRoot(document.getElementById('root')).render(
  <AppIntlProvider value={createAppIntl({ locale: 'en-US', messages: { 'Fresh.Customer': 'Customer', 'Fresh.Amount': 'Amount' }, timeZone: 'UTC' })}>
    <AnnouncerProvider>
        <main>
          <Button variant="primary">Save</Button>
          <Dialog><DialogTrigger asChild><Button>Open</Button></DialogTrigger><DialogContent title="Rename queue">Its name</DialogContent></Dialog>
          <div style={{ blockSize: 400, display: 'flex', flexDirection: 'column' }}>
            <DataTable label="Orders" columns={columns} rows={rows} getRowId={row => row.id} />
          </div>
        </main>
    </AnnouncerProvider>
  </AppIntlProvider>,
)`,
  // Plain react-intl without messages: the components still speak English.
  'plain.html': page('plain.jsx'),
  'plain.jsx': `
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { Dialog, DialogContent } from '@assay/design-system'
createRoot(document.getElementById('root')).render(<IntlProvider locale="en"><Dialog defaultOpen><DialogContent title="Plain">Text</DialogContent></Dialog></IntlProvider>)`,
  'four.js': `export { Badge, Button, Dialog, DialogClose, DialogContent, DialogTrigger, Tab, TabList, TabPanel, Tabs } from '@assay/design-system'`,
}

type Bundle = Rolldown.RolldownOutput
const chunks = (bundle: Bundle) => bundle.output.filter(item => item.type === 'chunk')
/** Package a module of a bundle comes from. */
const packageOf = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'own'

async function bundle(
  app: string,
  input: string | string[],
  external: (id: string) => boolean = () => false,
): Promise<Bundle> {
  const made = await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: path.join(app, `out-${path.basename([input].flat()[0] ?? '', path.extname([input].flat()[0] ?? ''))}`),
      emptyOutDir: true,
      modulePreload: false,
      chunkSizeWarningLimit: 5000,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        external,
        ...(external('react') ? { preserveEntrySignatures: 'strict' as const, output: { format: 'es' as const } } : {}),
      },
    },
  })
  return (Array.isArray(made) ? made[0] : made) as Bundle
}

/** What a page loads before anybody touches it: the entry and what it imports, without what it fetches later. */
function initialChunks(all: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(all.map(chunk => [chunk.fileName, chunk]))
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const chunk of all) if (chunk.isEntry) visit(chunk)
  return [...found]
}

/** Gzip weight of four components, React and react-intl outside, and which package it goes to. */
async function measureSizes(app: string): Promise<void> {
  const made = await bundle(app, path.join(app, 'four.js'), id => /^(react|react-dom|react-intl)($|\/)/.test(id))
  const all = chunks(made)
  const first = initialChunks(all)
  const gzip = (list: Rolldown.OutputChunk[]) =>
    list.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
  const weight = gzip(first)
  const parts = new Map<string, number>()
  for (const chunk of first)
    for (const [id, module] of Object.entries(chunk.modules))
      parts.set(packageOf(id), (parts.get(packageOf(id)) ?? 0) + module.renderedLength)
  const largest = [...parts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([name, size]) => `${name} ${(size / 1000).toFixed(1)}`)
  console.log(
    `Button + Badge + Dialog + Tabs: ${(weight / 1000).toFixed(1)} kB gzip (at most ${limit / 1000}), ${((gzip(all) - weight) / 1000).toFixed(1)} kB more with the first hint; before compression, kB: ${largest.join(', ')}`,
  )
  if (process.argv.includes('--modules'))
    console.log(
      first
        .flatMap(chunk => Object.entries(chunk.modules))
        .map(([id, module]) => `${module.renderedLength} ${id.replace(app, '')}`)
        .toSorted((a, b) => Number.parseInt(b) - Number.parseInt(a))
        .slice(0, 70)
        .join('\n'),
    )
  assert(weight < limit, `Button + Badge + Dialog + Tabs weigh ${weight} bytes gzip, at most ${limit} are allowed`)
  writeFileSync(
    path.join(reports, 'weight.json'),
    JSON.stringify({ bytes: weight, later: gzip(all) - weight, limit, packages: Object.fromEntries(parts) }),
  )
}

async function checkRendering(app: string): Promise<void> {
  const made = await bundle(app, [path.join(app, 'index.html'), path.join(app, 'plain.html')])
  const loaded = chunks(made).flatMap(chunk =>
    Object.entries(chunk.modules)
      .filter(([, module]) => module.renderedLength > 0)
      .map(([id]) => packageOf(id)),
  )
  const strays = heavyPackages.filter(name => loaded.some(each => each === name || each.startsWith(`${name}/`)))
  assert(strays.length === 0, `A page without charts, graph, map and editor loads ${strays.join(', ')}`)
  const server = await preview({
    configFile: false,
    root: app,
    logLevel: 'error',
    build: { outDir: path.join(app, 'out-index') },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const address = server.resolvedUrls?.local[0] ?? ''
  const complaints: string[] = []
  const { CHROMIUM_PATH: executablePath } = environment()
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const tab = await browser.newPage()
    tab.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    tab.on('pageerror', error => complaints.push(error.stack ?? String(error)))
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
  } catch (error) {
    problems.push(
      `${String(error).split('\n')[0]} ${
        (await browser
          .contexts()[0]
          ?.pages()[0]
          ?.evaluate(() => document.body.innerText.slice(0, 300))) ?? ''
      }`,
    )
  } finally {
    await browser.close()
    await server.close()
  }
  assert(complaints.length === 0, `The page complains: ${complaints.join(' | ').slice(0, 1500)}`)
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
  install(app)
  for (const [name, text] of Object.entries(sources)) writeFileSync(path.join(app, name), text)
  await measureSizes(app)
  await checkRendering(app)
} finally {
  if (process.argv.includes('--keep')) cpSync(app, path.join(reports, 'package'), { recursive: true })
  rmSync(app, { recursive: true, force: true })
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`The package installs, renders and shakes: ${seconds()}`)
