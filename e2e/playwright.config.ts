import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/ensure.mjs'
import { browserArguments, unoptimisedCode } from './support/browser-arguments.ts'
import { exportDirectory } from './support/services/export-directory.ts'
import { workerNumber } from './support/services/workers.ts'

const folderPrefix = 'assay-e2e-'
const maxFolderAge = 3_600_000
const executablePath = findChromium()
const firstPort = Number(process.env['E2E_PORT'] ?? 4390)
/** For work on a journey: start the service yourself, and set its folder in E2E_DATA_DIR. There is only one then. */
const reuse = process.env['E2E_REUSE'] === '1'
// Every worker has its own service, so that no journey is affected by another one running at the same time.
const workers = reuse ? 1 : Number((process.env['E2E_WORKERS'] ??= '2'))
// Fresh stores per run. Workers load this file again: the folder is created once and passed on.
const dataDir = (process.env['E2E_DATA_DIR'] ??= path.join(createRunFolder(), 'data'))
// The operator makes it, never the service.
mkdirSync(exportDirectory(dataDir), { recursive: true })

/**
 * Creates a folder for this run. The database runs as a separate user where the tests run as root, and must be able to
 * enter it.
 */
function createRunFolder(): string {
  // Folders of earlier runs are removed after an hour, unless their database still runs.
  for (const name of readdirSync(tmpdir()).filter(name => name.startsWith(folderPrefix))) {
    const old = path.join(tmpdir(), name)
    if (Date.now() - statSync(old).mtimeMs > maxFolderAge && !existsSync(path.join(old, 'data/pg/postmaster.pid')))
      rmSync(old, { recursive: true, force: true })
  }
  const folder = mkdtempSync(path.join(tmpdir(), folderPrefix))
  chmodSync(folder, 0o711)
  return folder
}

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  fullyParallel: true,
  workers,
  // A retry is listed at the end of the run; more than a few fail it (scripts/test/stages.ts).
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    baseURL: `http://localhost:${firstPort + workerNumber()}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Copenhagen',
    reducedMotion: 'reduce',
    // Journeys follow one another in one window, which is emptied between them: opening one takes a second.
    reuseContext: true,
    actionTimeout: 15_000,
    // A recording of every step costs a third of the time: it is made for the retry of a journey.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...browserArguments, unoptimisedCode],
    },
  },
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: 'log.spec.ts', teardown: 'afterwards' },
    // Checks what the service logged during the other journeys; also when one of them failed.
    { name: 'afterwards', testMatch: 'log.spec.ts' },
  ],
  metadata: { firstPort },
  globalSetup: './support/services/wait.ts',
  webServer: {
    command: `node e2e/support/services/start.ts ${firstPort} "${dataDir}" ${workers}`,
    cwd: path.resolve(import.meta.dirname, '..'),
    url: `http://localhost:${firstPort}/health/ready`,
    timeout: 120_000,
    stdout: 'pipe',
    reuseExistingServer: reuse,
    gracefulShutdown: { signal: 'SIGINT', timeout: 15_000 },
    env: {
      ASSAY_DEMO_EVENTS: '4000',
      ASSAY_BACKENDS: 'Perf=https://perf.example.net Custom=https://{value}.example.net',
      // A database that a journey starts beside the service; addresses like 127.0.0.1 are still refused.
      ASSAY_OUTGOING_PRIVATE: 'localhost',
      ASSAY_EXPORT_DIRECTORIES: exportDirectory(dataDir),
    },
  },
})
