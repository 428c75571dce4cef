/**
 * Makes a fresh checkout runnable: dependencies, the built console, a browser for the tests. Runs on any Node from
 * 20.19 and imports nothing that has to be installed first. Each step is skipped when its inputs have not changed.
 *   node scripts/ensure.mjs [--build] [--browser]
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const modules = path.join(root, 'node_modules')
const bin = path.join(modules, '.bin')
const windows = process.platform === 'win32'
const env = {
  ...process.env,
  PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
}

function fail(line) {
  console.error(line)
  process.exit(1)
}

/**
 * Runs a command and reports every five seconds that it is still running; on the error stream, because other programs
 * read the output of the command that follows. Resolves to the exit code and the tail of its output.
 */
function run(label, command, args) {
  const started = Date.now()
  process.stderr.write(`${label} ...\n`)
  const child = spawn(command, args, { cwd: root, env, shell: windows, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => (output = (output + chunk).slice(-8000)))
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const ticker = setInterval(() => process.stderr.write(`${label} ... ${seconds()} s\n`), 5000)
  return new Promise(resolve => {
    const done = code => {
      clearInterval(ticker)
      if (code === 0) process.stderr.write(`${label}: done in ${seconds()} s\n`)
      resolve({ code, output })
    }
    child.on('error', error => {
      output += String(error)
      done(1)
    })
    child.on('close', code => done(code ?? 1))
  })
}

function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

function stampIs(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8') === value
}

/** Tests and stories are not part of the build, nor are documents beside the code; the guides are what the help shows. */
const isSource = (folder, name) =>
  !/\.(test|stories)\.tsx?$/.test(name) && (!name.endsWith('.md') || path.relative(root, folder).startsWith('docs'))

/** Names and contents of all source files below the given folders. */
function sources(folders) {
  const parts = []
  const walk = folder => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', '.data'].includes(entry.name)) walk(file)
      } else if (isSource(folder, entry.name)) {
        parts.push(path.relative(root, file), readFileSync(file))
      }
    }
  }
  for (const folder of folders) {
    const full = path.join(root, folder)
    if (!existsSync(full)) continue
    if (statSync(full).isDirectory()) walk(full)
    else parts.push(folder, readFileSync(full))
  }
  return parts
}

/**
 * The parts of a manifest that determine what is installed: for a new script the modules of a running service are not
 * replaced.
 */
function installed(manifest) {
  const { scripts, ...rest } = JSON.parse(manifest)
  return JSON.stringify(rest)
}

const unreachable = /\b(ECONNREFUSED|ENOTFOUND|ENETUNREACH|EHOSTUNREACH)\b/

async function ensureModules() {
  const manifests = [
    'package-lock.json',
    'package.json',
    'design-system/package.json',
    'console/package.json',
    'risk-service/package.json',
  ]
  const wanted = digest([
    ...manifests.map(name => installed(readFileSync(path.join(root, name), 'utf8'))),
    process.platform,
    process.arch,
  ])
  const stamp = path.join(modules, '.ensure')
  if (stampIs(stamp, wanted)) return
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  let result = await run('Installing dependencies', 'npm', ['ci', ...options])
  // Where the registry is unreachable, another attempt would only take the same time.
  if (result.code !== 0 && !unreachable.test(result.output))
    result = await run('Installing dependencies again', 'npm', ['ci', ...options])
  if (result.code !== 0) {
    console.error(result.output)
    fail(
      'The dependencies could not be installed. Check that the npm registry can be reached (npm ping), then run the command again.',
    )
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, wanted)
}

function checkNode() {
  const node = existsSync(path.join(bin, windows ? 'node.cmd' : 'node')) ? path.join(bin, 'node') : process.execPath
  const asked = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8', shell: windows })
  const version = (asked.stdout ?? '').trim()
  if (Number(version.split('.')[0] ?? 0) < 22) {
    fail(
      `Node 22.18 or newer is needed, found ${version || process.versions.node}. No packaged Node fits ${process.platform}-${process.arch}: install Node 24 from nodejs.org.`,
    )
  }
}

/** Sources of the console's build. The service is part of it: it runs inside the page over sample data. */
export const consoleSources = [
  'console',
  'design-system',
  'docs',
  'locales',
  'risk-service',
  'tailwind.config.ts',
  'package-lock.json',
]

async function ensureConsole() {
  const wanted = digest(sources(consoleSources))
  const stamp = path.join(root, 'console/dist/.ensure')
  if (stampIs(stamp, wanted)) return
  const result = await run('Building the console', path.join(bin, 'vite'), [
    'build',
    '--config',
    'console/vite.config.ts',
    '--logLevel',
    'warn',
  ])
  if (result.code !== 0) {
    console.error(result.output)
    fail('The console could not be built. The messages above name the file.')
  }
  writeFileSync(stamp, wanted)
}

/**
 * Known paths of Chromium, in the order in which they are tried; `CHROMIUM_PATH` has priority. The headless shell, a
 * Chromium without windows, takes less processor time than a whole one.
 */
export function findChromium() {
  const cache = path.join(homedir(), '.cache/ms-playwright')
  const cached = existsSync(cache)
    ? ['chromium_headless_shell-', 'chromium-'].flatMap(prefix =>
        readdirSync(cache, { recursive: true })
          .filter(name => name.startsWith(prefix) && /[\\/](chrome-headless-shell|headless_shell|chrome)$/.test(name))
          .map(name => path.join(cache, name)),
      )
    : []
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ...cached,
  ]
  return candidates.find(file => file && existsSync(file))
}

const installsDebianPackages =
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function ensureBrowser() {
  if (findChromium()) return
  if (installsDebianPackages) {
    await run('Reading the package lists', 'apt-get', ['update', '-qq'])
    // Distributions without the shell have the whole browser.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!findChromium())
        await run('Installing Chromium', 'apt-get', ['install', '-y', '--no-install-recommends', name])
  } else {
    await run('Installing Chromium', path.join(bin, 'playwright'), ['install', '--only-shell', 'chromium'])
  }
  if (!findChromium()) {
    fail(
      'No Chromium was found and none could be installed. Install Chromium or Chrome and set CHROMIUM_PATH to its executable.',
    )
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const needsBrowser = process.argv.includes('--browser')
  // Debian's package needs none of the dependencies, and takes as long: both are installed at the same time.
  const debianBrowser = needsBrowser && installsDebianPackages ? ensureBrowser() : undefined
  await ensureModules()
  checkNode()
  if (process.argv.includes('--build')) await ensureConsole()
  if (needsBrowser) await (debianBrowser ?? ensureBrowser())
}
