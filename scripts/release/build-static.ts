/**
 * Makes a folder that any static host can serve: the console on sample data, with the service and its database inside
 * the page.
 *   npm run build:static [folder] [--built]      by default `dist`
 *     --built  takes console/dist as it is: the console is built the same way for both
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
  // Nobody to sign in with: what the page runs on is sample data.
  authority: '',
  apis: defaultApis,
  features: { copilot: false, mockData: true, lossPrevention: false, maps: true },
}
// One nonce for all visits: a host of files cannot make a fresh one, and its pages hold nothing of a visitor.
const nonce = randomBytes(16).toString('base64')
// A page cannot say for itself who may frame it; the host's headers can.
const policy = pagePolicy({ nonce })
  .split('; ')
  .filter(part => !part.startsWith('frame-ancestors'))
  .join('; ')
const html = fillPage(readFileSync(index, 'utf8'), nonce, jsonElement('site-configuration', nonce, configuration))
  // Before the first script, which it is for.
  .replace('<head>', text => `${text}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
writeFileSync(index, html)
// Hosts that have no rule for unknown addresses send this page for them.
writeFileSync(path.join(out, '404.html'), html)
for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  // Pages of the service's own sign-in; compressed copies are the service's way, and hosts make their own.
  if (/^(auth|sign-in)\.html/.test(name) || /\.(br|gz)$/.test(name) || name === '.ensure') rmSync(path.join(out, name))
}
console.log(`Ready: ${out}`)
