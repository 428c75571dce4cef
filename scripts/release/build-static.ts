/**
 * Builds a folder that any static host can serve: the console on sample data, with the service and its database inside
 * the page.
 *   npm run build:static [folder] [--built]      by default `dist`
 *     --built  uses the existing console/dist: the console is built the same way for both
 */
import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import type { SiteConfiguration } from '../../risk-service/contract/site-configuration.ts'
import { createBuildReader, fillPage, jsonElement } from '../../risk-service/http/console-pages.ts'
import { defaultApis } from '../../risk-service/http/console-site.ts'
import { pagePolicy } from '../../risk-service/http/security.ts'

const root = path.resolve(import.meta.dirname, '../..')
const cliArguments = process.argv.slice(2)
const out = path.resolve(cliArguments.find(word => !word.startsWith('--')) ?? path.join(root, 'dist'))

if (cliArguments.includes('--built')) {
  rmSync(out, { recursive: true, force: true })
  cpSync(path.join(root, 'console/dist'), out, { recursive: true })
} else {
  await build({
    configFile: path.join(root, 'console/vite.config.ts'),
    build: { outDir: out, emptyOutDir: true },
    logLevel: 'warn',
  })
}

const index = path.join(out, 'index.html')
const configuration: SiteConfiguration = {
  ...createBuildReader(out, null)(),
  tenantName: 'organizations',
  tenantId: '',
  appId: '',
  productionResourceUri: '',
  sandboxResourceUri: '',
  monitoringConnectionString: '',
  basePath: '',
  // There is no sign-in: the page runs on sample data.
  authority: '',
  apis: defaultApis,
  features: { copilot: false, mockData: true, lossPrevention: false, maps: true },
}
// One nonce for all visits: a static host cannot generate one per visit, and its pages contain no data of a visitor.
const nonce = randomBytes(16).toString('base64')
// A page cannot restrict its own framing; the host's headers can.
const policy = pagePolicy({ nonce })
  .split('; ')
  .filter(part => !part.startsWith('frame-ancestors'))
  .join('; ')
const html = fillPage(readFileSync(index, 'utf8'), nonce, jsonElement('site-configuration', nonce, configuration))
  // Before the first script, which the policy must cover.
  .replace('<head>', text => `${text}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
writeFileSync(index, html)
// Hosts without a rule for unknown addresses send this page for them.
writeFileSync(path.join(out, '404.html'), html)
for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  // Pages of the service's own sign-in are omitted; so are compressed copies, which the service uses and hosts create
  // themselves.
  if (/^(auth|sign-in)\.html/.test(name) || /\.(br|gz)$/.test(name) || name === '.ensure') rmSync(path.join(out, name))
}
console.log(`Ready: ${out}`)
