/**
 * Asks the registry for known weaknesses of the packages that are delivered. Exit code 1: one is high or critical.
 * A registry that gives no answer, as without a network, is named in one line, and is no failure.
 *   node scripts/release/audit.ts
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
  timeout: 60_000,
  shell: process.platform === 'win32',
})

interface Audit {
  metadata?: { vulnerabilities: Record<'low' | 'moderate' | 'high' | 'critical', number> }
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

function parse(text: string): Audit {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return {}
  }
}

const { metadata, vulnerabilities = {} } = parse(stdout ?? '')
if (metadata === undefined) console.log('The registry answers no audit here: known weaknesses were not looked up.')
else {
  const serious = Object.entries(vulnerabilities).filter(([, { severity }]) => /^(?:high|critical)$/.test(severity))
  for (const [name, { severity, range }] of serious) console.error(`${name} ${range}: ${severity}`)
  const { low, moderate, high, critical } = metadata.vulnerabilities
  console.log(
    `Known weaknesses of delivered packages: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`,
  )
  if (serious.length > 0) process.exitCode = 1
}
