/**
 * Builds what is delivered and starts it: the container image on a base of this machine, the Debian package, the unit,
 * the files of Compose, Helm, Prometheus and the proxy; and restores a server
 * database to a point in time. What a machine lacks is named in one line and left out.
 *   npm run release:verify                 everything, about four minutes
 *   npm run release:verify -- image deb    only the named parts
 */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removeFolder } from './container-image.ts'
import { chart } from './parts/chart.ts'
import { debianPackage } from './parts/debian.ts'
import { image } from './parts/image.ts'
import { Missing, type Part } from './parts/part.ts'
import { proxy } from './parts/proxy.ts'
import { restore } from './parts/restore.ts'
import { rules } from './parts/rules.ts'
import { unit } from './parts/unit.ts'

const parts: Readonly<Record<string, Part>> = { image, deb: debianPackage, unit, proxy, chart, rules, restore }

const requested = process.argv.slice(2)
const unknown = requested.filter(name => parts[name] === undefined)
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const scratch = mkdtempSync(path.join(tmpdir(), 'assay-verify-'))
// Users without rights start what is built.
chmodSync(scratch, 0o755)
let failed = 0
try {
  for (const [name, part] of Object.entries(parts)) {
    if (requested.length > 0 && !requested.includes(name)) continue
    const started = performance.now()
    const say = (line: string): void => console.log(`${name.padEnd(6)} ${line}`)
    try {
      await part(path.join(scratch, name), say)
      say(`passed in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    } catch (error) {
      if (error instanceof Missing) say(`not run: ${error.message}`)
      else {
        failed++
        say(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      }
    }
  }
} finally {
  removeFolder(scratch)
}
console.log('Never run here: a base image from a registry, Docker and Compose, a Kubernetes cluster.')
process.exit(failed === 0 ? 0 : 1)
