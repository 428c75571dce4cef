import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../support/harness.ts'

const folder = path.join(root, 'bench/rules/zen')

/**
 * The rule set in zen-engine, in a separate process. The engine is no dependency of the product: it is installed before
 * its first measurement.
 */
export function benchZen(input: { specs: unknown; cases: unknown; seconds: number }): {
  hits: number
  perSecond: number
} {
  if (!existsSync(path.join(folder, 'node_modules/@gorules/zen-engine'))) install()
  return JSON.parse(
    execFileSync(process.execPath, [path.join(folder, 'run.mjs')], {
      input: JSON.stringify(input),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    }),
  ) as { hits: number; perSecond: number }
}

/**
 * Installs the locked versions; where npm rejects its lock file (it omits packages of other systems from some), those
 * of package.json.
 */
function install(): void {
  const options = ['--no-audit', '--no-fund', '--ignore-scripts']
  try {
    execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: 'ignore' })
  } catch {
    execFileSync('npm', ['install', ...options, '--no-package-lock'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
}
