import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readKey, signRelease, verifyRelease } from './signed-release.ts'

const root = path.resolve(import.meta.dirname, '../..')
let scratch = ''
let folder = ''
const keyFile = (name: string): string => path.join(scratch, name)

function writePair(name: string, pair: ReturnType<typeof generateKeyPairSync>): void {
  writeFileSync(keyFile(`${name}.pem`), pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(keyFile(`${name}.pub.pem`), pair.publicKey.export({ type: 'spki', format: 'pem' }))
}

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'assay-release-'))
  writePair('ours', generateKeyPairSync('ed25519'))
  writePair('others', generateKeyPairSync('ed25519'))
  writePair('rsa', generateKeyPairSync('rsa', { modulusLength: 2048 }))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
beforeEach(async () => {
  folder = mkdtempSync(path.join(scratch, 'release-'))
  writeFileSync(path.join(folder, 'assay-1.0.0.tar.gz'), 'the tarball')
  writeFileSync(path.join(folder, 'assay-1.0.0.cdx.json'), '{}')
  await signRelease(folder, readKey(keyFile('ours.pem'), 'private'))
})

const verified = (key = 'ours.pub.pem') => verifyRelease(folder, readKey(keyFile(key), 'public'))

it('a release is as it was signed', async () => {
  expect(await verified()).toEqual(['assay-1.0.0.cdx.json', 'assay-1.0.0.tar.gz'])
})

it.each<[string, () => void, string]>([
  ['a changed file', () => appendFileSync(path.join(folder, 'assay-1.0.0.tar.gz'), '!'), 'was changed'],
  ['a missing file', () => rmSync(path.join(folder, 'assay-1.0.0.cdx.json')), 'is missing'],
  ['a file more', () => writeFileSync(path.join(folder, 'install.sh'), ''), 'is not part of the release'],
  [
    'another sum',
    () => {
      const file = path.join(folder, 'SHA256SUMS')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^./, '0').replace(/\n./, '\n1'))
    },
    'not one of this key',
  ],
  ['no signature', () => rmSync(path.join(folder, 'SHA256SUMS.sig')), 'has no SHA256SUMS'],
])('a release is not trusted with %s', async (_, change, line) => {
  change()
  await expect(verified()).rejects.toThrow(line)
})

it('a release of somebody else is not trusted, and keys of other kinds are refused', async () => {
  await expect(verified('others.pub.pem')).rejects.toThrow('not one of this key')
  await expect(async () => verified('rsa.pub.pem')).rejects.toThrow('is no Ed25519 key')
  expect(() => readKey(keyFile('none.pem'), 'private')).toThrow('is no private key in PEM form')
  expect(() => readKey(keyFile('ours.pub.pem'), 'private')).toThrow('is no private key in PEM form')
})

it('tools of every machine verify it, too', () => {
  const openssl = spawnSync('openssl', ['version'])
  expect(openssl.error).toBeUndefined()
  const output = execFileSync(
    'openssl',
    [
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      keyFile('ours.pub.pem'),
      '-rawin',
      '-in',
      'SHA256SUMS',
      '-sigfile',
      'SHA256SUMS.sig',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(output).toContain('Verified Successfully')
  expect(execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toContain(
    'OK',
  )
})

it('the command says how it is used, and refuses a key before it works', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'scripts/delivery/release.ts'), ...args], { encoding: 'utf8' })
  expect(run().stderr).toMatch(/^Usage: npm run release/)
  expect(run('--sign').stderr).toMatch(/^Usage: npm run release/)
  expect(run('--key', keyFile('rsa.pem')).stderr).toContain('is no Ed25519 key.')
  const good = run('verify', folder, '--key', keyFile('ours.pub.pem'))
  expect([good.status, good.stdout]).toEqual([0, 'assay-1.0.0.cdx.json, assay-1.0.0.tar.gz: as signed.\n'])
  rmSync(path.join(folder, 'assay-1.0.0.tar.gz'))
  expect(run('verify', folder, '--key', keyFile('ours.pub.pem'))).toMatchObject({
    status: 1,
    stderr: 'assay-1.0.0.tar.gz is missing.\n',
  })
})

it('the bill of materials names what is delivered, with checksums and licences, and no tools', () => {
  const file = path.join(scratch, 'bom.json')
  execFileSync(process.execPath, [path.join(root, 'scripts/release/sbom.ts'), '--out', file], { cwd: root })
  const bill = JSON.parse(readFileSync(file, 'utf8')) as {
    bomFormat: string
    specVersion: string
    components: { name: string; purl: string; hashes?: { alg: string }[]; licenses?: object[]; scope?: string }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const names = bill.components.map(({ name }) => name)
  for (const name of ['pg', 'hono', 'oidc-provider', 'react']) expect(names).toContain(name)
  expect(names.filter(name => ['vitest', 'storybook', 'eslint'].includes(name))).toEqual([])
  const packages = bill.components.filter(({ purl }) => purl.startsWith('pkg:npm/') && !purl.includes('assay'))
  expect(
    packages.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512')).map(({ name }) => name),
  ).toEqual([])
}, 60_000)
